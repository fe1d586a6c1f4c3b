import type { Desk } from '../../support/Desk'

declare global {
  var burst: Burst | undefined
}

/** Actions that arrive without end, and how many there were. */
interface Burst {
  readonly set: (count: number, name: string) => void
  count: number
  /** When the user clicked, and when the page showed what was clicked. */
  clickedAt: number
  shownAt: number
  timer: ReturnType<typeof setInterval> | undefined
}

/** Stores 10,000 rows, as an import of a state or a replayed action does. */
export const writeRows = (desk: Desk) =>
  desk.page.evaluate(() => {
    let fetchedAt = 0
    const set = (count: number, name: string): void => {
      const date = Date.now()
      fetchedAt = Math.max(date, fetchedAt + 0.001)
      const meta = { fetchedAt, date, expiresAt: date + 60_000, landed: fetchedAt }
      const rows = Array.from({ length: count }, (_, n) => {
        return [`b${n}`, { data: { id: `b${n}`, name }, invalid: false, meta }] as const
      })
      globalThis.demo?.store.dispatch({
        type: 'rest/Bulk/set',
        payload: { entities: { Bulk: Object.fromEntries(rows) } },
        meta: { ...meta, kind: 'set', arg: { schema: 'Bulk', args: [] } },
      })
    }
    set(10_000, 'first')
    globalThis.burst = { set, count: 0, clickedAt: -1, shownAt: -1, timer: undefined }
  })

/** Writes one of the rows a hundred times in a second until it ends, and notes when the next click shows the member of this name. */
export const startBurst = (desk: Desk, member: string) =>
  desk.page.evaluate((name) => {
    const { burst } = globalThis
    if (burst === undefined) throw new Error('Write the rows first.')
    burst.timer = setInterval(() => burst.set(1, `name ${(burst.count += 1)}`), 10)
    const observer = new MutationObserver(() => {
      if (document.querySelector('.detail__name')?.textContent !== name) return
      burst.shownAt = burst.count
      observer.disconnect()
    })
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
    const onClick = () => (burst.clickedAt = burst.count)
    addEventListener('click', onClick, { capture: true, once: true })
  }, member)

/** Ends the burst, and gives how many of its actions arrived between the click and what it shows. */
export const endBurst = (desk: Desk) =>
  desk.page.evaluate(() => {
    const { timer, clickedAt = -1, shownAt = -1 } = globalThis.burst ?? {}
    clearInterval(timer)
    return { clickedAt, shownAt, between: shownAt - clickedAt }
  })
