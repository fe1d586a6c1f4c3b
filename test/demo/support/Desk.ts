import type { Locator, Page, Request } from 'playwright-core'
import { Complaints } from './Complaints'

const COLUMNS = ['Open', 'Working', 'Done'] as const

type Column = (typeof COLUMNS)[number]

/** What each view shows when its data is there. */
const shownBy = {
  Desk: '.panel--members li, .panel--member li',
  Market: 'tr.trade',
  Orders: 'li.order',
} as const

/** The page as a person uses it, with all requests and console messages of its browser. */
export class Desk {
  readonly page: Page
  readonly complaints: Complaints
  /** Every request to the API so far: `GET /api/members`; without the polls of the outage, which go on all the time. */
  readonly requests: string[] = []
  readonly header: Locator
  readonly list: Locator
  readonly detail: Locator
  readonly latest: Locator
  /** The notes about the selected member. */
  readonly notes: Locator
  readonly outageSwitch: Locator
  /** What happens; it is loaded after the page, and sees nothing before. */
  readonly panel: Locator
  /** Who is signed in, or the way in. */
  readonly account: Locator
  /** That the user of this desk is signed in. */
  readonly signedIn: Locator
  readonly #url: string
  readonly #user: string

  constructor(page: Page, url: string, user: string) {
    this.page = page
    this.#url = url
    this.#user = user
    this.complaints = new Complaints(page)
    this.header = page.getByRole('banner')
    this.list = page.getByRole('region', { name: 'Members', exact: true })
    this.detail = page.getByRole('region', { name: 'Selected member' })
    this.latest = page.getByRole('region', { name: 'Latest notes' })
    this.notes = this.detail.getByRole('region', { name: 'Notes', exact: true })
    this.outageSwitch = page.getByRole('switch', { name: 'Simulate outage' })
    this.panel = page.getByRole('complementary', { name: 'What happens' })
    this.account = page.getByRole('group', { name: 'Account' })
    this.signedIn = this.account.getByText(`Signed in as ${user}`)
    page.on('request', (request) => this.#note(request))
  }

  /** Loads the page; what it shows then is for the test to say. */
  async load(hash = ''): Promise<void> {
    await this.page.goto(`${this.#url}/${hash}`)
  }

  /** Loads the page and waits until everything is there. */
  async open(): Promise<void> {
    await this.load()
    await this.list.getByRole('listitem').first().waitFor()
    await this.latest.getByRole('listitem').first().waitFor()
    await this.panel.waitFor()
  }

  /** Loads the market. */
  async openMarket(): Promise<void> {
    await this.page.goto(`${this.#url}/#market`)
    await this.page.getByRole('region').getByRole('listitem').first().waitFor()
    await this.panel.waitFor()
  }

  /** Loads the orders, and waits for all columns or for these. */
  async openOrders(...columns: readonly Column[]): Promise<void> {
    await this.page.goto(`${this.#url}/#orders`)
    for (const column of columns.length > 0 ? columns : COLUMNS) {
      await this.column(column).locator('li, .empty').first().waitFor()
    }
    await this.panel.waitFor()
  }

  /** A column of the board of orders. */
  column(name: Column): Locator {
    return this.page.getByRole('region', { name, exact: true })
  }

  /** The orders in a column, from the top. */
  orders(column: Column): Promise<string[]> {
    return this.column(column).locator('.order__what').allTextContents()
  }

  /** A part of the market. */
  market(name: 'Live prices' | 'Prices' | 'Trades' | 'Access'): Locator {
    return this.page.getByRole('region', { name, exact: true })
  }

  /** Goes to a view by the header. */
  async goTo(view: keyof typeof shownBy): Promise<void> {
    await this.page.getByRole('navigation', { name: 'Views' }).getByText(view).click()
    await this.page.locator(shownBy[view]).filter({ visible: true }).first().waitFor()
  }

  /** Signs in, with a token or, to be kept, with a cookie. */
  async signIn({ keep = false, password = 'harbour' } = {}): Promise<void> {
    await this.account.getByRole('button', { name: 'Sign in' }).click()
    const dialog = this.page.getByRole('dialog', { name: 'Sign in' })
    await dialog.getByRole('textbox', { name: 'User' }).fill(this.#user)
    await dialog.getByRole('textbox', { name: 'Password' }).fill(password)
    await dialog.getByRole('checkbox', { name: 'Keep me signed in' }).setChecked(keep)
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await this.signedIn.or(dialog.getByRole('alert')).waitFor()
  }

  /** The row of a member in the list. */
  row(name: string): Locator {
    return this.list.getByRole('listitem').getByRole('link', { name })
  }

  /** A note about the selected member. */
  note(text: string): Locator {
    return this.notes.getByRole('listitem').filter({ hasText: text })
  }

  /** The button that votes for a note about the selected member; it shows the number of votes. */
  vote(text: string): Locator {
    return this.notes.getByRole('button', { name: `vote for note: ${text}` })
  }

  /** One of the filters above the list. */
  tab(desk: string): Locator {
    return this.list
      .getByRole('group', { name: 'Filter by desk' })
      .getByRole('button', { name: desk, exact: true })
  }

  /** The name of the selected member. */
  name(name: string): Locator {
    return this.detail.getByRole('heading', { name, exact: true })
  }

  /** A button of the selected member. */
  button(name: string): Locator {
    return this.detail.getByRole('button', { name, exact: true })
  }

  /** Selects a member and waits until its notes are there. */
  async select(name: string): Promise<void> {
    await this.row(name).click()
    await this.name(name).waitFor()
    await this.notes.locator('li, .empty').first().waitFor()
  }

  /** Gives the selected member another name. */
  async rename(name: string): Promise<void> {
    await this.button('Rename').click()
    await this.detail.getByRole('textbox', { name: 'Name' }).fill(name)
    await this.button('Save').click()
    await this.name(name).waitFor()
  }

  /** Deletes the selected member, with both of the clicks that it takes. */
  async deleteMember(): Promise<void> {
    await this.button('Delete member').click()
    await this.button('Delete for good').click()
    await this.detail.getByRole('heading', { name: 'No member selected' }).waitFor()
  }

  /** Notes something about the selected member. */
  async addNote(text: string): Promise<void> {
    await this.detail.getByRole('textbox', { name: 'New note' }).fill(text)
    await this.button('Add note').click()
    await this.note(text).waitFor()
  }

  /** Chooses a CSV file with these lines after the first one. */
  async importMembers(...lines: readonly string[]): Promise<void> {
    const buffer = Buffer.from(['name,email,desk', ...lines].join('\n'))
    const file = { name: 'members.csv', mimeType: 'text/csv', buffer }
    await this.list.getByLabel('Import CSV').setInputFiles(file)
  }

  /** Flips the switch and waits for the response of the server. */
  async setOutage(on: boolean): Promise<void> {
    await this.outageSwitch.click()
    await this.page.getByRole('switch', { checked: on }).waitFor()
  }

  /** Resolves when a web socket that is opened from now on brings a message: the pushed prices are polled as well. */
  newFeed(): Promise<unknown> {
    return new Promise((resolve) => {
      this.page.on('websocket', (socket) => socket.on('framereceived', resolve))
    })
  }

  /** The requests of the page while something is done. */
  async requestsDuring(action: () => Promise<void>): Promise<string[]> {
    const start = this.requests.length
    await action()
    return this.requests.slice(start)
  }

  /** How many members and notes the header counts. */
  async counts(): Promise<{ members: number; notes: number }> {
    const [members, notes] = await this.countTexts()
    return { members: toNumber(members), notes: toNumber(notes) }
  }

  /** The counts in the header as they are shown. */
  countTexts(): Promise<string[]> {
    return this.header.locator('.header__facts strong').allTextContents()
  }

  /** The names in the list, from the top. */
  names(): Promise<string[]> {
    return this.list.locator('.member__name').allTextContents()
  }

  /** What stands in each part of the page at one and the same moment. */
  texts(): Promise<{ header: string; list: string; detail: string; latest: string }> {
    return this.page.evaluate(() => {
      const textOf = (selector: string) => document.querySelector(selector)?.textContent ?? ''
      return {
        header: textOf('.header'),
        list: textOf('.panel--members'),
        detail: textOf('.panel--member'),
        latest: textOf('.panel--latest'),
      }
    })
  }

  #note(request: Request): void {
    const { pathname, search } = new URL(request.url())
    if (!pathname.startsWith('/api')) return
    const line = `${request.method()} ${pathname}${search}`
    if (line !== 'GET /api/outage') this.requests.push(line)
  }
}

/** The number that is shown as `1,250`. */
function toNumber(text = ''): number {
  return Number(text.replaceAll(',', ''))
}
