import { renderToString } from 'react-dom/server'
import { createApp } from './app'

// Renders the page in Node, where there is no document, and writes what a server sends:
//
//   node --import tsx test/integration/hydration/server.tsx http://127.0.0.1:3000

const { store, rest, UserResource, page } = createApp(process.argv[2] ?? '')
await store.dispatch(rest.fetch(UserResource.getList)).unwrap()
const html = renderToString(page)
process.stdout.write(JSON.stringify({ html, state: store.getState() }))
rest.dispose(store)
