import { describe, expect } from 'vitest'
import type { Desk } from '../support/Desk'
import { it } from '../support/deskTest'

/** Tries in the page what injected code would do, and gives what of it was done. */
const inject = (desk: Desk) =>
  desk.page.evaluate(async () => {
    const done: string[] = []
    globalThis.injected = (what) => done.push(what)
    const add = (html: string) => {
      document.body.insertAdjacentHTML('beforeend', html)
      return document.body.lastElementChild
    }
    const script = document.createElement('script')
    script.textContent = 'injected("inline script")'
    document.body.append(script)
    add('<button id="injected" onclick="injected(\'handler\')"></button>')
    document.querySelector<HTMLElement>('#injected')?.click()
    const styled = add('<p style="position: fixed"></p>')
    if (styled && getComputedStyle(styled).position === 'fixed') done.push('inline style')
    await fetch('http://127.0.0.1:1/').catch(() => undefined)
    return done
  })

declare global {
  var injected: ((what: string) => void) | undefined
}

/** What the page may load. All other tests show that it works under the policy: any violation is a complaint. */
export function policySuite(): void {
  describe('the content security policy of the page', () => {
    it('blocks scripts, styles and URLs of other origins', async ({ desk }) => {
      desk.complaints.expectFailedRequests()
      await desk.open()
      expect(await desk.complaints.take()).toEqual([])
      expect(await inject(desk)).toEqual([])
      const complaints = (await desk.complaints.take()).join('\n')
      expect(complaints.match(/The policy forbids .* by [\w-]+/g)).toEqual([
        'The policy forbids inline by script-src-elem',
        'The policy forbids inline by script-src-attr',
        'The policy forbids inline by style-src-attr',
        'The policy forbids http://127.0.0.1:1/ by connect-src',
      ])
    })

    it('blocks embedding of the page in a frame of another origin', async ({ desk }) => {
      desk.complaints.expectFailedRequests()
      await desk.open()
      const url = desk.page.url()
      // A page of another origin, without any policy of its own.
      await desk.page.route('http://frame.example/', (it) =>
        it.fulfill({ contentType: 'text/html', body: `<iframe src="${url}"></iframe>` }),
      )
      await desk.page.goto('http://frame.example/')
      const frames = desk.page.frames().map((frame) => frame.url())
      expect(frames).toEqual(['http://frame.example/', 'chrome-error://chromewebdata/'])
    })
  })
}
