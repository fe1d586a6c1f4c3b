import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

/** What is in use after so many messages, in bytes: measured in a process of its own, after three collections. */
function heapAfter(messages: number): number {
  const script = 'test/support/streamMemory.ts'
  const args = ['--expose-gc', '--import', 'tsx', script, String(messages)]
  return Number(execFileSync(process.execPath, args, { encoding: 'utf8' }))
}

it('100,000 messages leave as much in memory as half of them, to 2 MB', () => {
  expect(heapAfter(100_000) - heapAfter(50_000)).toBeLessThan(2_000_000)
})
