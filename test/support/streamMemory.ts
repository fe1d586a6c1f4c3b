import { configureStore } from '@reduxjs/toolkit'
import { Collection, createRest, Entity, RestEndpoint } from 'rtk-rest'
import { webSocket } from 'rtk-rest/streams'
import { fakeSockets } from './fakeSockets'

// Runs in a process of its own: streamMemory.ts <messages>. Prints the bytes that are in use after so many messages of a socket.

class Ticker extends Entity {
  id = ''
  price = 0
  static override key = 'Ticker'
}

const LENGTH = 50
const latest = new Collection([Ticker]).addWith(
  (shown: readonly unknown[], came: readonly unknown[]) => [...came, ...shown].slice(0, LENGTH),
)
const { WebSocket, sockets } = fakeSockets()
const getLatest = new RestEndpoint({
  path: '/latest',
  schema: latest.collection as Collection<readonly [typeof Ticker]>,
  live: webSocket('ws://prices.test', {
    WebSocket,
    pushOnly: true,
    message(tick: Partial<Ticker>, live) {
      live.set(Ticker, tick)
      live.set(latest, tick)
    },
  }),
})
const rest = createRest()
const store = configureStore({
  reducer: { rest: rest.reducer },
  middleware: (defaults) =>
    defaults({ serializableCheck: false, immutableCheck: false }).concat(rest.middleware),
})
store.dispatch(rest.setResponse(getLatest, []))
store.dispatch(rest.retain(getLatest))
await new Promise((resolve) => void setTimeout(resolve))
const [socket] = sockets
socket?.accept()

for (let count = 1; count <= Number(process.argv[2]); count += 1) {
  socket?.deliver({ id: `${count % 1_000}`, price: count })
  if (count % 1_000 === 0) await new Promise((resolve) => void setTimeout(resolve, 0))
}
// What is left is committed.
await new Promise((resolve) => void setTimeout(resolve, 100))
const list = rest.getController(store).getResponse(getLatest).data
if (list?.length !== LENGTH) throw new Error(`The list has ${list?.length} members.`)
for (let turn = 0; turn < 3; turn += 1) globalThis.gc?.()
process.stdout.write(`${process.memoryUsage().heapUsed}\n`)
process.exit()
