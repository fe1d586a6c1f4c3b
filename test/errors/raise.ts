import { vi } from 'vitest'
import type { CatalogueEntry } from './catalogue'

/** The message of a mistake, and how the app gets it. */
export interface Raised {
  readonly message: string
  readonly raisedAs: string
  /** The error that was thrown. */
  readonly error?: Error
}

/** Makes a mistake of the catalogue happen. */
export async function raise({ code, make }: CatalogueEntry): Promise<Raised> {
  const said = vi.mocked(console.error)
  try {
    await make()
  } catch (error) {
    if (error instanceof Error) return { message: error.message, raisedAs: error.name, error }
    throw error
  }
  const [[found] = []] = said.mock.calls as unknown[][]
  said.mockClear()
  if (found instanceof Error) return { message: found.message, raisedAs: 'reportError' }
  if (typeof found !== 'string') throw new Error(`${code}: nothing happened.`)
  return { message: found, raisedAs: 'console.error' }
}
