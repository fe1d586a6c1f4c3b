import { readFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { libraries } from '../libraries/libraries'

/** What it ran on, and with. */
export interface Machine {
  readonly node: string
  readonly cpu: string
  readonly cpus: number
  readonly memoryGb: number
  /** By library. */
  readonly versions: Readonly<Record<string, string>>
}

/** Looks around. */
export function describeMachine(): Machine {
  const all = cpus()
  return {
    node: process.version,
    cpu: all[0]?.model.trim() ?? 'unknown',
    cpus: all.length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    versions: Object.fromEntries(libraries.map((it) => [it.name, versionOf(it.package)])),
  }
}

function versionOf(name: string): string {
  const file = name === 'rtk-rest' ? 'package.json' : `node_modules/${name}/package.json`
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string }
  return `${name}@${version}`
}
