import { Violation } from './Violation'

/** Where the server holds a response back until the test lets it go. */
export class Gate {
  readonly promise: Promise<unknown>
  isTaken = false
  resolve!: (value: unknown) => void
  reject!: (error: unknown) => void

  constructor() {
    this.promise = new Promise((resolve, reject) => {
      this.resolve = resolve
      this.reject = reject
    })
  }

  /** Waits a few microtasks for a request, which may start a little later. */
  async untilTaken(): Promise<void> {
    for (let tick = 0; tick < 12 && !this.isTaken; tick++) await Promise.resolve()
  }
}

let next: Gate | undefined
let unexpected = 0

/** The gate that the next request comes to. One history is run at a time. */
export function openGate(): Gate {
  next = new Gate()
  return next
}

/** What every endpoint does: it waits at the gate that was opened for it. */
export async function passGate(): Promise<never> {
  if (next === undefined || next.isTaken) {
    unexpected++
    throw new Error('Nobody expected this request')
  }
  next.isTaken = true
  return next.promise as Promise<never>
}

/** @throws Violation where more requests were sent than expected */
export function checkRequests(): void {
  if (unexpected === 0) return
  unexpected = 0
  throw new Violation('(join) a request too many was sent')
}

/** The value of a promise that microtasks alone settle. */
export async function soon<Value>(promise: Promise<Value>): Promise<Value> {
  const waiting = { isOver: false }
  const end = (): void => {
    waiting.isOver = true
  }
  promise.then(end, end)
  for (let tick = 0; tick < 100 && !waiting.isOver; tick++) await Promise.resolve()
  if (!waiting.isOver) throw new Violation('(promise) did not settle')
  return promise
}
