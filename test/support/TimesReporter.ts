import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'

/** What the tests of one project took, the time included for which they wait. */
export interface ProjectTime {
  readonly project: string
  readonly files: number
  readonly tests: number
  /** Of all its files, with the loading of what they import. */
  readonly seconds: number
}

/** Writes the times of all projects to a file, in JSON. */
export class TimesReporter implements Reporter {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const projects = new Set(modules.map(({ project }) => project.name))
    const times = [...projects].map((name): ProjectTime => {
      const own = modules.filter(({ project }) => project.name === name)
      const tests = sum(own.map(({ children }) => [...children.allTests()].length))
      return { project: name, files: own.length, tests, seconds: sum(own.map(secondsOf)) }
    })
    writeFileSync(this.#path, JSON.stringify(times))
  }
}

function secondsOf(module: TestModule): number {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
    module.diagnostic()
  const durations = [environmentSetupDuration, prepareDuration, collectDuration, setupDuration]
  return (sum(durations) + duration) / 1_000
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, it) => total + it, 0)
}
