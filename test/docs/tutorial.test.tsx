import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { ComponentType } from 'react'
import { Provider } from 'react-redux'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { server as mocks } from '../support/server'
import { rest, store } from './tutorial/step2/store'

const controller = rest.getController(store)
const FOLDER = 'test/docs/tutorial'

// happy-dom reports a missing connection by a DOMException, and browsers by a TypeError.
const { fetch: fetchOfHappyDom } = globalThis
globalThis.fetch = async (...args) => {
  try {
    return await fetchOfHappyDom(...args)
  } catch (error) {
    throw (error as Error).name === 'NetworkError' ? new TypeError((error as Error).message) : error
  }
}

/** The server of step 1, and what it printed. */
let server: ChildProcess
let requests: string[]

beforeEach(async () => {
  mocks.close()
  server = spawn(process.execPath, [`${FOLDER}/step1/server.mjs`], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  requests = lines
  const output = createInterface(server.stdout as NodeJS.ReadableStream)
  const address = await new Promise<string>((resolve) => void output.once('line', resolve))
  output.on('line', (line) => lines.push(line))
  ;(window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(address)
  controller.reset()
})

afterEach(async () => {
  await stop()
})

async function stop(): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = new Promise((resolve) => void server.once('exit', resolve))
  server.kill()
  await ended
}

/** The requests since the last look. */
const sent = (count: number) =>
  waitFor(() => {
    expect(requests.length).toBeGreaterThanOrEqual(count)
    return requests.splice(0)
  })

/** Nothing is in flight any more. */
const settled = () =>
  waitFor(() => expect(rest.selectors.selectIsMutating(store.getState())).toBe(false))

const show = (App: ComponentType) =>
  render(
    <Provider store={store}>
      <App />
    </Provider>,
  )

const booksIn = (shelf: string) =>
  within(screen.getByRole('region', { name: shelf }))
    .queryAllByRole('checkbox')
    .map((box) => box.closest('label')?.textContent)

function add(title: string): void {
  fireEvent.change(screen.getByLabelText('Title'), { target: { value: title } })
  fireEvent.click(screen.getByText('Add'))
}

describe('the tutorial', () => {
  it('has all files of its steps', () => {
    const tutorial = readFileSync('docs/tutorial.md', 'utf8')
    const blocks = [...tutorial.matchAll(/^`(\S+)`:\n\n```\w+\n(.*?)^```$/gms)]
    expect(blocks.length).toBeGreaterThan(12)
    for (const [, name = '', code = ''] of blocks) {
      const versions = readdirSync(FOLDER).flatMap((step) =>
        readdirSync(`${FOLDER}/${step}`)
          .filter((file) => name === file || name === `src/${file}`)
          .map((file) => readFileSync(`${FOLDER}/${step}/${file}`, 'utf8')),
      )
      expect(versions, name).toContain(code)
    }
  })

  it('step 4 adds a book without fetching the list again', async () => {
    const { App } = await import('./tutorial/step4/App')
    show(App)
    await screen.findByText('Solaris')
    add('Emma')
    expect(await screen.findByText('Emma')).toBeTruthy()
    expect(await sent(2)).toEqual(['GET /api/books 200', 'POST /api/books 201'])
    expect(screen.getByLabelText('Title')).toHaveProperty('value', '')
    await stop()
    add('Dune')
    await screen.findByRole('alert')
    await act(() => controller.allSettled())
    expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Dune')
    expect(screen.getByText('Emma')).toBeTruthy()
  })

  it('step 5 moves a book to the other shelf with one request', async () => {
    const { App } = await import('./tutorial/step5/App')
    show(App)
    await screen.findByText('Ulysses')
    expect([booksIn('To read'), booksIn('Read')]).toEqual([['Ulysses'], ['Solaris']])
    expect((await sent(2)).toSorted()).toEqual([
      'GET /api/books?isRead=false 200',
      'GET /api/books?isRead=true 200',
    ])
    fireEvent.click(screen.getByLabelText('Ulysses'))
    await screen.findByText('Read: 2')
    expect([booksIn('To read'), booksIn('Read')]).toEqual([[], ['Solaris', 'Ulysses']])
    expect(await sent(1)).toEqual(['PATCH /api/books/2 200'])
  })

  it('step 6 moves and adds at once, and takes back what did not reach the server', async () => {
    const { App } = await import('./tutorial/step6/App')
    show(App)
    await screen.findByText('Ulysses')
    add('Emma')
    expect(booksIn('To read')).toEqual(['Ulysses', 'Emma'])
    const row = screen.getByText('Emma').closest('li')
    await settled()
    expect(screen.getByText('Emma').closest('li')).toBe(row)
    await stop()
    fireEvent.click(screen.getByLabelText('Ulysses'))
    expect(booksIn('Read')).toEqual(['Solaris', 'Ulysses'])
    expect(await screen.findByText('Not moved.')).toBeTruthy()
    await act(() => controller.allSettled())
    expect(booksIn('To read')).toEqual(['Ulysses', 'Emma'])
  })

  it('step 7 deletes, and says why the server refused a book', async () => {
    const { App } = await import('./tutorial/step7/App')
    show(App)
    await screen.findByText('Ulysses')
    add('')
    expect(booksIn('To read')).toEqual(['Ulysses', ''])
    expect(await screen.findByText('A book needs a title.')).toBeTruthy()
    expect(booksIn('To read')).toEqual(['Ulysses'])
    fireEvent.click(screen.getByText('Delete Ulysses'))
    await settled()
    expect(booksIn('To read')).toEqual([])
    expect((await sent(4)).slice(2)).toEqual(['POST /api/books 422', 'DELETE /api/books/2 204'])
  })

  it('adds a book after a deletion beside the others', async () => {
    const { App } = await import('./tutorial/step7/App')
    show(App)
    await screen.findByText('Ulysses')
    add('Emma')
    await settled()
    fireEvent.click(screen.getByText('Delete Solaris'))
    await settled()
    add('Dune')
    await settled()
    expect([booksIn('To read'), booksIn('Read')]).toEqual([['Ulysses', 'Emma', 'Dune'], []])
    const response = await fetch('/api/books')
    expect(await response.json()).toMatchObject([
      { title: 'Ulysses' },
      { title: 'Emma' },
      { title: 'Dune' },
    ])
  })

  // Last, because the page stays mounted.
  it('step 3 shows the list of the server, with one request', async () => {
    document.body.innerHTML = '<div id="root"></div>'
    await act(() => import('./tutorial/step3/main'))
    expect(screen.getByText(/Loading …/)).toBeTruthy()
    await screen.findByText('Solaris')
    expect(screen.getAllByRole('listitem')).toHaveLength(2)
    expect(await sent(1)).toEqual(['GET /api/books 200'])
  })
})
