import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { secondsOf } from './secondsOf.ts'

/** What takes so many seconds is started before all else; other files stay with those of their project. */
const LONG = 20

/** Starts what takes longest first, so that no worker is left with it at the end. */
export class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const keyOf = ({ moduleId, project }: TestSpecification) => {
      const seconds = secondsOf(relative(this.ctx.config.root, moduleId))
      return { seconds, early: seconds < LONG ? 0 : seconds, name: project.name }
    }
    const keyed = files.map((file) => ({ file, ...keyOf(file) }))
    const sorted = keyed.toSorted(
      (one, other) =>
        other.early - one.early ||
        one.name.localeCompare(other.name) ||
        other.seconds - one.seconds,
    )
    return Promise.resolve(sorted.map(({ file }) => file))
  }
}
