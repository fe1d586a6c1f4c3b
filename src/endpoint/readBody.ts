import { isPage } from './parseResponse'
import { forkResponse, watchBody } from './watchBody'

/** What was read of a response. */
interface ReadBody {
  /** The response, whose body can still be read. */
  readonly response: Response
  /** Its body. */
  readonly data?: unknown
}

/** The content types of JSON and of text, but for HTML; none may be either. */
const DATA = /^(?!.*html)(text|.*(json|xml)|$)/

/**
 * Reads the body of a response as JSON data or text. There is no data where it is neither, is longer than it may be, or cannot
 * be read.
 * @param longest in bytes
 */
export async function readBody(received: Response, longest: number): Promise<ReadBody> {
  let response = received
  let data: unknown
  const failIfLong = ({ loaded }: { readonly loaded: number }): void => {
    if (loaded > longest) throw new Error()
  }
  try {
    const type = (received.headers.get('content-type') ?? '').toLowerCase()
    if (DATA.test(type)) {
      const [kept, copy] = forkResponse(received)
      response = kept
      const text = await watchBody(copy, failIfLong).text()
      // Without streams it is not watched.
      failIfLong({ loaded: text.length })
      data = parse(text, type)
    }
  } catch {
    // There is an error already, which matters more than its body.
  }
  return { response, data }
}

function parse(text: string, type: string): unknown {
  try {
    if (/^$|json/.test(type)) return JSON.parse(text) as unknown
  } catch {
    if (type) return undefined
  }
  // A body without a type may be anything.
  return isPage(text) || /^$|[\0\uFFFD]/.test(text) ? undefined : text
}
