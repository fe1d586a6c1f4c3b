import { version } from 'react'
import { createApp } from './app'
import { renderPage, type Way } from './render'

// Renders the page in Node, where there is no document, for each of some visitors at once:
//
//   node --import tsx test/integration/hydration/server.tsx http://127.0.0.1:3000 stream ada bob

const [url = '', way, ...visitors] = process.argv.slice(2)
const app = createApp(url)
const pages = await Promise.all(visitors.map((it) => renderPage(app, way as Way, it)))
process.stdout.write(JSON.stringify({ version, pages }))
