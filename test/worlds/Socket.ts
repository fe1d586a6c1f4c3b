import type { Change } from './writes'

/** How long a message waits at least that follows a response, in ms. */
const DELAY = 10

interface Message {
  readonly change: Change
  /** Whether it may come now. */
  isDue(): boolean
}

/** What the server tells the app by itself: messages come in the order in which the server wrote. */
export class Socket {
  readonly #receive: (change: Change) => void
  readonly #messages: Message[] = []
  #isWaiting = false

  constructor(receive: (change: Change) => void) {
    this.#receive = receive
  }

  /** How many messages are under way. */
  get size(): number {
    return this.#messages.length
  }

  send(change: Change, isDue: Message['isDue'] = () => true): void {
    this.#messages.push({ change, isDue })
    this.#deliver()
  }

  /** Delivers all that is under way. */
  flush(): void {
    for (const { change } of this.#messages.splice(0)) this.#receive(change)
  }

  #deliver(): void {
    while (this.#messages[0]?.isDue() === true) {
      const [message] = this.#messages.splice(0, 1)
      if (message) this.#receive(message.change)
    }
    if (this.size === 0 || this.#isWaiting) return
    this.#isWaiting = true
    setTimeout(() => {
      this.#isWaiting = false
      this.#deliver()
    }, DELAY)
  }
}
