import Module, { createRequire } from 'node:module'

// Vite resolves the imports of modules. Packages in CommonJS (React DOM 18, Testing Library) call `require`, which Node
// resolves, so Node has to give them React 18 as well.
type Resolve = (request: string, ...rest: readonly unknown[]) => string

const internals = Module as unknown as { _resolveFilename: Resolve }
const resolve = internals._resolveFilename
internals._resolveFilename = (request, ...rest) =>
  resolve(request.replace(/^(react|react-dom)(?=$|\/)/, '$1-18'), ...rest)

// In development React 18 runs components inside an event listener and expects the DOM to report their errors; in Vitest
// the DOM throws them instead. Without `createEvent` React uses try and catch, as its production build does.
Object.defineProperty(document, 'createEvent', { value: undefined, configurable: true })
createRequire(import.meta.url)('react-dom-18')
Reflect.deleteProperty(document, 'createEvent')
