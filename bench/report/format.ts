import type { Cell } from '../sample'

/** A time in the unit that reads best. */
export function formatTime(ms: number): string {
  if (ms >= 1) return `${digits(ms)} ms`
  return ms >= 0.001 ? `${digits(ms * 1e3)} µs` : `${digits(ms * 1e6)} ns`
}

/** Three significant digits, written out. */
export function digits(value: number): string {
  return Number(value.toPrecision(3)).toLocaleString('en', { maximumSignificantDigits: 3 })
}

/** A time, with garbage where it was weighed, or why there is none. */
export function formatCell(cell: Cell | undefined): string {
  if (cell === undefined) return ''
  if (cell.ms === undefined) return `– (${cell.note ?? ''})`
  return cell.note === undefined ? formatTime(cell.ms) : `${formatTime(cell.ms)} (${cell.note})`
}

/** `1 kB`, `1.2 MB`. */
export function formatBytes(bytes: number): string {
  return bytes >= 1e6 ? `${digits(bytes / 1e6)} MB` : `${digits(bytes / 1e3)} kB`
}

/** A table in Markdown, its columns as wide as they have to be, so that it can be read as it is. */
export function formatTable(
  head: readonly string[],
  lines: readonly (readonly string[])[],
): string {
  const widths = head.map((_, at) =>
    Math.max(3, ...[head, ...lines].map((line) => (line[at] ?? '').length)),
  )
  const format = (line: readonly string[]): string =>
    `| ${widths.map((width, at) => (line[at] ?? '').padEnd(width)).join(' | ')} |`
  const rule = widths.map((width) => '-'.repeat(width))
  return [format(head), format(rule), ...lines.map(format)].join('\n')
}
