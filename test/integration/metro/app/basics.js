import { NativeSearchParams, NativeURL } from './addresses'
import { createApi } from './api'
import { NativeForm } from './NativeForm'

// Hermes as a program of its own has an engine, `print`, and timers that do not wait. These stand for what React Native gives
// an app: timers, a console, addresses, forms, and requests, which `whatwg-fetch` makes of XMLHttpRequest.

const ORIGIN = 'http://phone.test'
const respond = createApi()

class PhoneRequest {
  readyState = 0
  status = 0
  responseText = ''

  open(method, url) {
    this.method = method
    this.responseURL = url
  }

  setRequestHeader() {}

  getAllResponseHeaders() {
    return 'content-type: application/json\r\n'
  }

  send(sent) {
    const { status, body } = respond(this.method, this.responseURL.replace(ORIGIN, ''), sent)
    this.timer = setTimeout(() => {
      Object.assign(this, { readyState: 4, status, responseText: JSON.stringify(body) })
      this.onreadystatechange?.()
      this.onload()
    }, 1)
  }

  abort() {
    clearTimeout(this.timer)
    this.onabort()
  }
}

/** Timers that wait, made of those of the engine, which run as soon as they can. */
function timersOf(soon) {
  const waiting = new Set()
  let last = 0
  const wait = (id, due, callback) => {
    if (!waiting.has(id)) return
    if (Date.now() < due) {
      soon(() => wait(id, due, callback))
      return
    }
    waiting.delete(id)
    callback()
  }
  return {
    setTimeout(callback, ms = 0) {
      const id = ++last
      waiting.add(id)
      soon(() => wait(id, Date.now() + ms, callback))
      return id
    },
    clearTimeout: (id) => void waiting.delete(id),
  }
}

const { print } = globalThis
const log = (...texts) => print('console:', ...texts)

if (globalThis.HermesInternal !== undefined) {
  Object.assign(globalThis, timersOf(setTimeout), {
    API: ORIGIN,
    Blob: function Blob() {},
    console: { debug: log, error: log, info: log, log, warn: log },
    FormData: NativeForm,
    performance: { now: () => Date.now() },
    queueMicrotask: (callback) => void Promise.resolve(callback).then((run) => run()),
    URL: NativeURL,
    URLSearchParams: NativeSearchParams,
    XMLHttpRequest: PhoneRequest,
  })
}
