import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** There are about 800; a run that finds none is no success. */
const LEAST = 700

interface Report {
  readonly numPassedTests: number
  readonly numTotalTests: number
}

/** Runs the suites of endpoints under Jest, as CommonJS, against the packed library; returns how many tests passed. */
export function runJest(folder: string): string {
  for (const name of ['endpoint', 'support']) {
    cpSync(join('test', name), join(folder, 'test', name), { recursive: true })
  }
  const jest = ['node_modules/jest/bin/jest.js', '--config', 'jest.config.json']
  const { stderr } = spawnSync(
    process.execPath,
    [...jest, '--json', '--outputFile', 'report.json'],
    {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    },
  )
  const { numPassedTests: passed, numTotalTests: all } = readReport(folder, stderr)
  if (passed < all || passed < LEAST) {
    throw new Error(`${passed} of ${all} tests passed, and at least ${LEAST} have to.\n${stderr}`)
  }
  return `${passed} tests passed`
}

function readReport(folder: string, output: string): Report {
  try {
    return JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report
  } catch {
    throw new Error(`Jest made no report.\n${output}`)
  }
}
