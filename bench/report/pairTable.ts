import { medianOf } from '../sample'
import { digits, formatBytes, formatTable, formatTime } from './format'

/** What was measured of one build: a time in ms, or bytes. */
export type Quantity = 'time' | 'garbage' | 'memory'

/** Two builds, measured within seconds of each other, the old one twice. */
export interface Round {
  readonly own: Quantities
  readonly against: Quantities
  readonly again: Quantities
}

/** A row, measured in rounds. */
export interface Pairing {
  readonly target: string
  readonly work: string
  readonly size: number
  readonly shape: string
  readonly rounds: readonly Round[]
}

type Quantities = Readonly<Partial<Record<Quantity, number>>>

const FORMATS: Readonly<Record<Quantity, (value: number) => string>> = {
  time: formatTime,
  garbage: formatBytes,
  memory: (bytes) => `${digits(bytes)} bytes`,
}

/** The medians of the ratios new / old, beside those of the old build to itself. */
export function pairTable(pairings: readonly Pairing[]): string {
  const quantities = Object.keys(FORMATS) as Quantity[]
  return formatTable(
    ['', 'work', 'issues', '', 'new', 'old', 'new / old', 'from, to', 'old / old', 'from, to', ''],
    pairings.flatMap((pairing) => quantities.map((it) => pairLine(pairing, it))).filter(isLine),
  )
}

/** Undefined where the quantity was not measured. */
function pairLine(pairing: Pairing, quantity: Quantity): readonly string[] | undefined {
  const { target, work, size, shape, rounds } = pairing
  const values = (build: keyof Round) => rounds.flatMap((round) => round[build][quantity] ?? [])
  const old = values('against')
  if (old.length === 0) return undefined
  const format = FORMATS[quantity]
  const ratios = ratiosOf(rounds, quantity, 'own')
  const spread = ratiosOf(rounds, quantity, 'again')
  return [
    target,
    work,
    `${size.toLocaleString('en')}${shape === 'issues' ? '' : `, ${shape}`}`,
    quantity,
    format(medianOf(values('own'))),
    format(medianOf(old)),
    ...[ratios, spread].flatMap((all) => [digits(medianOf(all)), rangeOf(all)]),
    difference(medianOf(ratios), spread),
  ]
}

function isLine(line: readonly string[] | undefined): line is readonly string[] {
  return line !== undefined
}

/** A build divided by the old one, for each round that measured both. */
function ratiosOf(rounds: readonly Round[], quantity: Quantity, build: keyof Round): number[] {
  return rounds.flatMap((round) => {
    const [value, old] = [round[build][quantity], round.against[quantity]]
    return value === undefined || old === undefined ? [] : [value / old]
  })
}

function rangeOf(ratios: readonly number[]): string {
  return `${digits(Math.min(...ratios))}, ${digits(Math.max(...ratios))}`
}

/** `more` or `less` where the old build was in no round that far from itself. */
function difference(ratio: number, spread: readonly number[]): string {
  const farthest = Math.max(...spread.map((it) => Math.abs(Math.log(it))))
  if (Math.abs(Math.log(ratio)) <= farthest) return '–'
  return ratio > 1 ? 'more' : 'less'
}
