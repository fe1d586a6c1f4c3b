import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import type { ReactNode } from 'react'
import { resource } from 'rtk-rest'
import { useCache, useDLE, useFetch, useLive, useSuspense } from 'rtk-rest/react'
import { describe, expect, it } from 'vitest'
import { modes, renderApp } from '../support/renderApp'
import { API, server } from '../support/server'
import { turns } from '../support/turns'
import { deferred, User } from '../support/world'

const { get } = resource({ path: '/users/:id', urlPrefix: API, schema: User })
const getStats = get.extend({ path: '/users/:id/stats', schema: { stats: { open: 0 } } })
const ada = { id: '1' }

interface Shown {
  readonly stats: { readonly open: number | undefined }
}

const textOf = (data: Shown | undefined): string =>
  data === undefined ? 'nothing' : `open: ${data.stats.open}`

function ByDLE() {
  const { data, loading } = useDLE(getStats, ada)
  return <p>{loading ? 'loading' : textOf(data)}</p>
}
const BySuspense = () => <p>{textOf(useSuspense(getStats, ada))}</p>
const ByLive = () => <p>{textOf(useLive(getStats, ada))}</p>
const Cached = () => <p>{textOf(useCache(getStats, ada))}</p>
function ByFetch() {
  const promise = useFetch(getStats, ada)
  return (
    <>
      <Cached />
      <i>{promise === undefined ? 'fresh' : 'requested'}</i>
    </>
  )
}

const readers: readonly [hook: string, before: string, page: ReactNode][] = [
  ['useDLE', 'loading', <ByDLE key="dle" />],
  ['useSuspense', 'loading', <BySuspense key="suspense" />],
  ['useLive', 'loading', <ByLive key="live" />],
  ['useFetch beside useCache', 'nothing', <ByFetch key="fetch" />],
]

describe.each(modes)('an object of numbers that no response has brought %s', (_, Mode) => {
  it.each(readers)(
    'is requested once, and read from the response, by %s',
    async (__, before, page) => {
      const response = deferred()
      let requests = 0
      server.use(
        http.get(`${API}/users/1/stats`, async () => {
          requests += 1
          await response.promise
          return HttpResponse.json({ stats: { open: 7 } })
        }),
      )
      renderApp(Mode, page)
      expect(screen.getByText(before)).toBeTruthy()
      expect(screen.queryByText(/open/)).toBeNull()
      response.resolve()
      expect(await screen.findByText('open: 7')).toBeTruthy()
      await turns()
      expect(requests).toBe(1)
    },
  )
})
