import { parse } from 'content-disposition'
import { RestEndpoint } from 'rtk-rest'
import { API } from '../api'

export const getReport = new RestEndpoint({
  urlPrefix: API,
  path: '/reports/:id',
  content: 'blob',
  dataExpiryLength: 0, // release the bytes when no reader shows them
  async parseResponse(response: Response) {
    const header = response.headers.get('content-disposition') ?? 'attachment'
    const { filename = 'report.pdf' } = parse(header).parameters
    return { blob: await response.blob(), filename }
  },
  process: (report: { readonly blob: Blob; readonly filename: string }) => report,
})
