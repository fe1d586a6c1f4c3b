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
let uninvited: string[] = []

/** The gate that the next request comes to. One history is run at a time. */
export function openGate(): Gate {
  next = new Gate()
  return next
}

/** What every endpoint does: it waits at the gate that was opened for it, or else for ever. */
export async function passGate(name: string): Promise<never> {
  if (next === undefined || next.isTaken) {
    uninvited.push(name)
    return new Promise<never>(() => undefined)
  }
  next.isTaken = true
  return next.promise as Promise<never>
}

/** The requests that were sent since the last look, and that no operation of the history was to send. */
export function takeUninvited(): string[] {
  const taken = uninvited
  uninvited = []
  return taken
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
