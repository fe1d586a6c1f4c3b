import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'

const books = new Map([
  ['1', { id: '1', title: 'Solaris', isRead: true }],
  ['2', { id: '2', title: 'Ulysses', isRead: false }],
])
let last = 2 // the last id: no book gets the id of one that was deleted

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://localhost')
  const id = pathname.split('/')[3]
  const body = JSON.parse((await text(request)) || '{}')
  await setTimeout(300) // as slow as a server far away
  const [status, value] = respond(request.method, id, searchParams.get('isRead'), body)
  console.log(request.method, request.url, status)
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(value && JSON.stringify(value))
})

function respond(method, id, isRead, body) {
  if (id !== undefined && !books.has(id)) return [404]
  if (body.title === '') return [422, { errors: { title: 'A book needs a title.' } }]
  if (method === 'GET' && id !== undefined) return [200, books.get(id)]
  if (method === 'GET') {
    const all = [...books.values()]
    return [200, isRead === null ? all : all.filter((book) => `${book.isRead}` === isRead)]
  }
  if (method === 'DELETE') {
    books.delete(id)
    return [204]
  }
  const changed = { id: id ?? `${++last}`, isRead: false, ...books.get(id), ...body }
  books.set(changed.id, changed)
  return [method === 'POST' ? 201 : 200, changed]
}

server.listen(Number(process.env.PORT ?? 4000), () => {
  console.log(`http://localhost:${server.address().port}/api/books`)
})
