import { LONGEST_DATA } from './NetworkError'
import { isPage, TEXT } from './parseResponse'
import { forkResponse, watchBody } from './watchBody'

/** What an error has of a response. */
interface ErrorResponse {
  /** The response, whose body can still be read. */
  readonly response: Response
  readonly data?: unknown
}

/**
 * Reads the body of a response as JSON data or text. There is no data where it is neither, is longer than 16 kB, or cannot be
 * read.
 */
export async function readErrorData(received: Response): Promise<ErrorResponse> {
  const type = (received.headers.get('content-type') ?? '').toLowerCase()
  const isJson = type.includes('json')
  const isData = isJson || type === '' || (TEXT.test(type) && !type.includes('html'))
  if (!isData) return { response: received }
  const [response, copy] = forkResponse(received)
  try {
    const text = await watchBody(copy, failIfLong).text()
    // Without streams it is not watched.
    failIfLong({ loaded: text.length })
    return { response, data: parse(text, type, isJson) }
  } catch {
    return { response }
  }
}

function failIfLong({ loaded }: { readonly loaded: number }): void {
  if (loaded > LONGEST_DATA) throw new RangeError()
}

function parse(text: string, type: string, isJson: boolean): unknown {
  try {
    if (isJson || type === '') return JSON.parse(text) as unknown
  } catch {
    if (isJson) return undefined
  }
  // A body without a type may be anything.
  return isPage(text) || /^$|[\0\uFFFD]/.test(text) ? undefined : text
}
