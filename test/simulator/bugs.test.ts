import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { BUGS } from './bugs'

describe('a bug that is planted', () => {
  it.each(BUGS)('fits the source: $name', ({ patches }) => {
    for (const { file, find } of patches) {
      expect(readFileSync(file, 'utf8').split(find), `${file}: ${find}`).toHaveLength(2)
    }
  })
})
