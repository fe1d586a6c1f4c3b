import { API } from '../api'

/** The token for one connection, as the headers of a socket cannot have any. */
export async function fetchTicket(): Promise<string> {
  const response = await fetch(`${API}/ticket`, { method: 'POST' })
  return response.text()
}
