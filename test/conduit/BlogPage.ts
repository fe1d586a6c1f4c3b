import type { Locator, Page, Request } from 'playwright-core'

/** A part of a page with its texts: `{ item: 'comment', author: 'ada', body: 'Hello' }`. */
export type Item = Readonly<Record<string, string>>

/** The blog in a browser, as a person uses it, with all that it requests. */
export class BlogPage {
  readonly page: Page
  /** All requests to the API so far: `GET /api/tags`. */
  readonly requests: string[] = []
  readonly #inFlight = new Set<Request>()

  constructor(page: Page) {
    this.page = page
    page.on('request', (request) => this.#note(request))
    page.on('requestfinished', (request) => this.#inFlight.delete(request))
    page.on('requestfailed', (request) => this.#inFlight.delete(request))
  }

  /** The address behind `#`. */
  get address(): string {
    return new URL(this.page.url()).hash
  }

  /** All that the page shows of the blog, in its order. */
  shown(): Promise<Item[]> {
    return this.page.evaluate(readItems)
  }

  /** Resolves once the page has rendered and nothing is in flight. */
  async settle(): Promise<void> {
    do await this.page.evaluate(renderTwice)
    while (this.#inFlight.size > 0)
  }

  link(name: string): Locator {
    return this.page.getByRole('link', { name, exact: true })
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }

  field(name: string): Locator {
    return this.page.getByLabel(name, { exact: true })
  }

  alert(text: string): Locator {
    return this.page.getByRole('alert').filter({ hasText: text })
  }

  /** An article of a list, or the article of the page. */
  article(title: string): Locator {
    return this.page.locator('[data-item=article]').filter({ hasText: title })
  }

  /** The button of an article that is a favorite, or of one that is none. */
  favorite(title: string, isOn: boolean): Locator {
    return this.page.getByRole('button', { name: `Favorite ${title}`, exact: true, pressed: isOn })
  }

  comment(text: string): Locator {
    return this.page.locator('[data-item=comment]').filter({ hasText: text })
  }

  /** Fills the fields with these labels. */
  async fillIn(values: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, value] of Object.entries(values)) await this.field(name).fill(value)
  }

  async signIn(username: string, password = `${username}-password`): Promise<void> {
    await this.link('Sign in').click()
    await this.fillIn({ Email: `${username}@example.com`, Password: password })
    await this.button('Enter').click()
  }

  /** Records each text that an element has from now on, and gives them when it is called. */
  async record(element: Locator): Promise<() => Promise<string[]>> {
    const texts = await element.evaluateHandle(recordTexts)
    return () => texts.jsonValue()
  }

  #note(request: Request): void {
    const { pathname, search } = new URL(request.url())
    if (!pathname.startsWith('/api/')) return
    this.#inFlight.add(request)
    this.requests.push(`${request.method()} ${pathname}${search}`)
  }
}

/** Runs in the page. */
function readItems(): Record<string, string>[] {
  const textOf = (field: Element): string => {
    const isPressed = field.getAttribute('aria-pressed') === 'true'
    return `${field.textContent}${isPressed ? ', pressed' : ''}`
  }
  return [...document.querySelectorAll<HTMLElement>('[data-item]')].map((item) => {
    const fields = [...item.querySelectorAll<HTMLElement>('[data-field]')]
    const texts = fields.map((field) => [field.dataset['field'] ?? '', textOf(field)])
    return { item: item.dataset['item'] ?? '', ...Object.fromEntries(texts) }
  })
}

/** Runs in the page. */
async function renderTwice(): Promise<void> {
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame)
}

/** Runs in the page. */
function recordTexts(element: Element): string[] {
  const texts = [element.textContent]
  new MutationObserver(() => texts.push(element.textContent)).observe(element, {
    subtree: true,
    characterData: true,
    childList: true,
  })
  return texts
}
