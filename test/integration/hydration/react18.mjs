import Module, { register } from 'node:module'

// Gives Node React 18 in place of 19, to modules and to what calls `require`.

const rename = (request) => request.replace(/^(react|react-dom)(?=$|\/)/, '$1-18')

const hooks = `export const resolve = (request, context, next) => next((${String(rename)})(request), context)`
register(`data:text/javascript,${encodeURIComponent(hooks)}`)

const resolveFilename = Module._resolveFilename
Module._resolveFilename = (request, ...rest) => resolveFilename(rename(request), ...rest)
