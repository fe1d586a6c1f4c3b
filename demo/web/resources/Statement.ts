import { parse } from 'content-disposition'
import { DeskEndpoint } from './DeskEndpoint'

/** A file that came from the server, with the name that the server gave it. */
export interface NamedFile {
  readonly blob: Blob
  readonly filename: string
}

/** Downloads what a member held, day by day. */
export const getStatement = new DeskEndpoint({
  path: '/members/:id/statement',
  content: 'blob',
  // No component shows it: once it is saved, nothing of it need be kept.
  dataExpiryLength: 0,
  async parseResponse(response: Response): Promise<NamedFile> {
    return { blob: await response.blob(), filename: filenameOf(response) }
  },
  process: (file: NamedFile) => file,
  name: 'Member.getStatement',
})

function filenameOf(response: Response): string {
  const header = response.headers.get('content-disposition')
  return (header === null ? undefined : parse(header).parameters['filename']) ?? 'Statement.csv'
}
