import { describe, expect, it } from 'vitest'
import { sources } from '../../demo/web/sources'

describe('the source behind a part of the page', () => {
  it.for(Object.entries(sources))('begins with calls of rtk-rest: %s', async ([, files]) => {
    const texts = await Promise.all(Object.values(files).map((load) => load()))
    const [first] = texts.map((file) => file.default)
    expect(first).toMatch(/import \{ [^}]*\buse[A-Z]\w*\b[^}]* \} from 'rtk-rest\/react'/)
    expect(texts.length).toBe(Object.keys(files).length)
  })
})
