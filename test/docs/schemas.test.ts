import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { http, HttpResponse, type JsonBodyType } from 'msw'
import { format } from 'prettier'
import { rows } from 'rtk-rest'
import { describe, expect, it, vi } from 'vitest'
import { server } from '../support/server'
import { controller } from './schemas/store'

// Each example in docs/schemas is a file in test/docs/schemas. It runs with the responses that the page shows before it,
// must print the values in its comments, and leave the state that the page shows after it.
// After a deliberate change: UPDATE_DOCS=1 npx vitest run test/docs/schemas.test.ts
const FOLDER = 'docs/schemas'
const SOURCES = 'test/docs/schemas'
const programs = import.meta.glob('./schemas/*.ts')

const EXAMPLE = /^<!-- example: (\S+) -->\n(.*?)(?=^<!-- example: |^## |$(?![^]))/gms
const RESPONSE =
  /^`([A-Z]+ \/\S*)` (?:has an empty response\.$|responds with:\n\n```json\n(.*?)^```$)/gms
const PROGRAM = /(^```ts\n).*?(^```$)/ms
const PICTURE = /(^In the state:\n\n```json\n).*?(^```$)/ms
const PRINTED = /console\.info\(.*\) \/\/ (.*)$/gm

interface Example {
  readonly page: string
  readonly name: string
  /** The parts of an example on the page: the responses, the program, and the resulting state. */
  readonly text: string
}

const pages = readdirSync(FOLDER).map((name) => `${FOLDER}/${name}`)
const examples = pages.flatMap((page) =>
  [...readFileSync(page, 'utf8').matchAll(EXAMPLE)].map(([, name = '', text = '']): Example => ({
    page,
    name,
    text,
  })),
)

/** A server with the responses of a page, in order for each call; the last one is repeated. */
function serve(text: string): void {
  const responses = new Map<string, (string | undefined)[]>()
  for (const [, call = '', json] of text.matchAll(RESPONSE)) {
    responses.set(call, [...(responses.get(call) ?? []), json])
  }
  server.use(
    http.all('https://api.example.com/*', ({ request }) => {
      const { pathname, search } = new URL(request.url)
      const left = responses.get(`${request.method} ${pathname}${search}`)
      if (left === undefined) return undefined
      const json = left.length > 1 ? left.shift() : left[0]
      return json === undefined
        ? new HttpResponse(null, { status: 204 })
        : HttpResponse.json(JSON.parse(json) as JsonBodyType)
    }),
  )
}

/** The state as a page shows it: the rows without meta, and of the requests that have a result the result alone. */
async function pictureOfState(): Promise<string> {
  const { entities, requests } = controller.getState()
  const tables = Object.entries(entities).map(([name, table]): [string, object] => [
    name,
    Object.fromEntries(rows(table).map(([pk, { data, invalid }]) => [pk, { data, invalid }])),
  ])
  const results = rows(requests)
    .filter(([, { result }]) => result !== undefined)
    .map(([key, { result }]): [string, object] => [key, { result }])
  const picture = {
    entities: Object.fromEntries(tables),
    ...(results.length > 0 && { requests: Object.fromEntries(results) }),
  }
  return format(JSON.stringify(picture), { parser: 'json', printWidth: 100 })
}

function asText(value: unknown): string {
  if (value === undefined) return 'undefined'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

describe.each(examples)('the example $name in $page', ({ page, name, text }) => {
  it('prints the documented output', async () => {
    const printed = vi.mocked(console.info).mockImplementation(() => undefined)
    const source = readFileSync(`${SOURCES}/${name}.ts`, 'utf8')
    controller.reset()
    serve(text)
    await programs[`./schemas/${name}.ts`]?.()
    const lines = printed.mock.calls.map((values) => values.map(asText).join(' '))
    printed.mockClear()
    expect(lines).toEqual([...source.matchAll(PRINTED)].map(([, said]) => said))

    const state = await pictureOfState()
    const updated = text
      .replace(PROGRAM, (_, before: string, after: string) => `${before}${source}${after}`)
      .replace(PICTURE, (_, before: string, after: string) => `${before}${state}${after}`)
    if (process.env['UPDATE_DOCS'] !== undefined) {
      writeFileSync(
        page,
        readFileSync(page, 'utf8').replace(text, () => updated),
      )
    }
    expect(text).toBe(updated)
  })
})

describe('the example files of docs/schemas', () => {
  it('are all documented', () => {
    const files = readdirSync(SOURCES).map((file) => file.replace(/\.ts$/, ''))
    const shown = examples.map(({ name }) => name)
    expect([...shown, 'store'].toSorted()).toEqual(files.toSorted())
  })
})
