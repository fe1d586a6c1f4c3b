// @vitest-environment jsdom
import { Blob, File } from 'node:buffer'
import { configureStore } from '@reduxjs/toolkit'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { Provider } from 'react-redux'
import { createRest } from 'rtk-rest'
import { xhrFetch } from 'rtk-rest/xhr'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { VideoUpload } from '../mutations/VideoUpload'

// Those of jsdom can neither be sent nor be read as a response.
vi.stubGlobal('Blob', Blob)
vi.stubGlobal('File', File)

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => {
  cleanup()
  server.resetHandlers()
})
afterAll(() => server.close())

const choose = () => {
  const file = new File(['frames'], 'video.mp4', { type: 'video/mp4' })
  fireEvent.change(screen.getByLabelText('Video'), { target: { files: [file] } })
}

function renderUpload() {
  const rest = createRest({ fetchFn: xhrFetch })
  const store = configureStore({
    reducer: { [rest.reducerPath]: rest.reducer },
    middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
  })
  render(
    <Provider store={store}>
      <VideoUpload id="1" />
    </Provider>,
  )
}

it('sends the file, and takes the next one', async () => {
  const bodies: string[] = []
  server.use(
    http.put('*/videos/1', async ({ request }) => {
      bodies.push(await request.text())
      return HttpResponse.json({ id: '1' })
    }),
  )
  renderUpload()
  choose()
  expect(await screen.findByRole('progressbar')).toBeTruthy()
  await vi.waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  expect(bodies).toEqual(['frames'])
  expect(screen.queryByRole('alert')).toBeNull()
})

it('says that the server refused a file', async () => {
  server.use(http.put('*/videos/1', () => new HttpResponse(null, { status: 413 })))
  renderUpload()
  choose()
  expect((await screen.findByRole('alert')).textContent).toBe('Not uploaded.')
})
