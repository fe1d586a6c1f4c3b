import { vi } from 'vitest'
import type { CatalogueEntry } from './catalogue'

/** The message of a mistake, and the error that it belongs to; a warning has none. */
export interface Raised {
  readonly message: string
  readonly error?: Error
}

/** Makes a mistake of the catalogue happen. */
export async function raise({ code, make }: CatalogueEntry): Promise<Raised> {
  const said = vi.mocked(console.error)
  try {
    await make()
  } catch (error) {
    if (error instanceof Error) return { message: error.message, error }
    throw error
  }
  const [[message] = []] = said.mock.calls as unknown[][]
  said.mockClear()
  if (typeof message !== 'string') throw new Error(`${code}: nothing happened.`)
  return { message }
}
