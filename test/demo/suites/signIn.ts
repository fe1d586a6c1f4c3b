import type { Request } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { Desk } from '../support/Desk'
import { it } from '../support/deskTest'
import { takeRecord } from '../support/takeRecord'

/** What a request brings to say who sends it; of a cookie only its name. */
async function credentialsOf(request: Request) {
  const headers = await request.allHeaders()
  return {
    token: headers['access-token'],
    cookies: (headers['cookie'] ?? '').split('; ').map((text) => text.replace(/=.*/, '')),
  }
}

/** Downloads a statement and returns the request, which needs a session. */
async function requestOfDownload(desk: Desk): Promise<Request> {
  const request = desk.page.waitForRequest('**/statement')
  const download = desk.page.waitForEvent('download')
  await desk.button('Download statement').click()
  await download
  return request
}

const ended = 'Your session has ended. Sign in again.'

/** Downloads a statement in a session that has ended, and returns the requests of the page until it has settled. */
function requestsOfRefusal(desk: Desk): Promise<string[]> {
  return desk.requestsDuring(async () => {
    await desk.button('Download statement').click()
    await desk.page.getByRole('heading', { name: ended }).waitFor()
    await afterFrame(desk)
  })
}

/** A refetch would start at the latest a macrotask after a frame. */
function afterFrame(desk: Desk): Promise<unknown> {
  return desk.page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
  )
}

/** Whether a secret is in anything that a person can see of the store's actions, or in our state. */
async function isRecorded(desk: Desk, secret: string): Promise<boolean> {
  return JSON.stringify(await takeRecord(desk)).includes(secret)
}

/** The token in the response of the server. */
async function tokenOf(response: Promise<{ json(): Promise<unknown> }>): Promise<string> {
  return ((await (await response).json()) as { token?: string }).token ?? ''
}

/** Signing in, in both ways, and out. */
export function signInSuite(): void {
  describe('signing in with a token', () => {
    it('sends it only with requests that need it, keeps it out of the state, and ends with a reload', async ({
      api,
      desk,
    }) => {
      await api.addMember('Tom Token')
      await desk.open()
      await desk.select('Tom Token')
      expect(await desk.button('Download statement').count()).toBe(0)
      const response = desk.page.waitForResponse('**/api/session')
      const requests = await desk.requestsDuring(() => desk.signIn())
      expect(requests).toEqual(['POST /api/session'])
      const token = await tokenOf(response)
      expect(token).toHaveLength(43)
      await desk.account.and(desk.page.locator(':focus')).waitFor()
      expect(await credentialsOf(await requestOfDownload(desk))).toEqual({ token, cookies: [''] })
      expect(await isRecorded(desk, token)).toBe(false)
      expect(await isRecorded(desk, 'harbour"')).toBe(false)
      expect(await isRecorded(desk, '(masked)')).toBe(true)
      const reloaded = await desk.requestsDuring(() => desk.open())
      await desk.account.getByRole('button', { name: 'Sign in' }).waitFor()
      expect(reloaded.filter((it) => it.includes('session'))).toEqual([])
    })

    it('shows the error of the server if rejected, without a logout', async ({ desk }) => {
      desk.complaints.expectFailedRequests()
      await desk.open()
      const requests = await desk.requestsDuring(async () => {
        await desk.signIn({ password: 'wrong' })
        const alert = desk.page.getByRole('dialog').getByRole('alert')
        expect(await alert.textContent()).toBe('User or password is wrong.')
      })
      expect(requests).toEqual(['POST /api/session'])
      expect(await desk.row('Amara Okafor').count()).toBe(1)
      expect(await isRecorded(desk, 'wrong')).toBe(false)
      await desk.page.getByRole('textbox', { name: 'Password' }).fill('harbour')
      await desk.page.keyboard.press('Enter')
      await desk.signedIn.waitFor()
      // Of a dialog that was left nothing stays, least of all the password.
      expect(await desk.page.locator('input[type=password]').count()).toBe(0)
    })
  })

  describe('signing in in another browser', () => {
    it('ends this session after one rejected download, without further requests', async ({
      api,
      desk,
      elsewhere,
    }) => {
      desk.complaints.expectFailedRequests()
      elsewhere.complaints.expectFailedRequests()
      const { id } = await api.addMember('Ellen Elsewhere')
      for (const it of [desk, elsewhere]) {
        await it.open()
        await it.signIn()
        await it.select('Ellen Elsewhere')
      }
      expect(await requestsOfRefusal(desk)).toEqual([`GET /api/members/${id}/statement`])
      expect((await (await requestOfDownload(elsewhere)).response())?.status()).toBe(200)
      const before = elsewhere.requests.length
      await desk.signIn()
      await desk.select('Ellen Elsewhere')
      // The other page is not in the way: it finds out when a person uses it.
      expect((await (await requestOfDownload(desk)).response())?.status()).toBe(200)
      await afterFrame(elsewhere)
      expect(elsewhere.requests.slice(before)).toEqual([])
      expect(await requestsOfRefusal(elsewhere)).toEqual([`GET /api/members/${id}/statement`])
    })
  })

  describe('signing in too often', () => {
    it('shows the error of the server', async ({ desk }) => {
      desk.complaints.expectFailedRequests()
      await desk.open()
      await desk.signIn({ password: 'wrong' })
      const dialog = desk.page.getByRole('dialog')
      for (let attempt = 1; attempt <= 5; attempt++) {
        // The page ignores Enter until it has shown the earlier response.
        await dialog.getByRole('button', { name: 'Sign in', disabled: false }).waitFor()
        const response = desk.page.waitForResponse('**/api/session')
        await desk.page.keyboard.press('Enter')
        await response
      }
      await dialog.getByText('Too many attempts to sign in. Try again in 5 minutes.').waitFor()
    })
  })

  describe('signing in with a cookie', () => {
    it('hides the cookie from scripts, and lasts until the user signs out', async ({
      api,
      desk,
    }) => {
      await api.addMember('Carla Cookie')
      await desk.open()
      await desk.signIn({ keep: true })
      const cookies = await desk.page.context().cookies(`${desk.page.url()}api/`)
      const cookie = cookies.find(({ name }) => name === 'desk_session')
      expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
      expect(await isRecorded(desk, String(cookie?.value))).toBe(false)
      const reloaded = await desk.requestsDuring(() => desk.open())
      expect(reloaded.filter((it) => it.includes('session'))).toEqual(['GET /api/session'])
      await desk.signedIn.waitFor()
      await desk.select('Carla Cookie')
      const used = await credentialsOf(await requestOfDownload(desk))
      expect(used.token).toBe(undefined)
      expect(used.cookies).toContain('desk_session')
      expect(await isRecorded(desk, String(cookie?.value))).toBe(false)
      // All is read again: the request for the member that is shown is aborted where the list brings it before.
      desk.complaints.expectFailedRequests()
      await desk.account.getByRole('button', { name: 'Sign out' }).click()
      await desk.account.getByRole('button', { name: 'Sign in' }).waitFor()
      await desk.row('Amara Okafor').waitFor()
      expect(await desk.button('Download statement').count()).toBe(0)
      expect(await desk.page.context().cookies()).toEqual([])
    })
  })
}

/** What the page holds of the session, as text. */
const stateOf = (desk: Desk) =>
  desk.page.evaluate(() => {
    const { rest, session } = globalThis.demo?.store.getState() ?? {}
    return {
      entities: rest?.entities,
      requests: Object.values(rest?.requests ?? {}),
      session,
      address: location.hash,
    }
  })

/** Makes the server forget everybody, which the page only finds out later. */
async function expireSession(desk: Desk): Promise<void> {
  const response = desk.page.waitForResponse('**/api/sessions')
  await desk.page.getByRole('button', { name: 'Expire my session' }).click()
  await response
}

/** A session that the server forgets; not at once with others, as it forgets theirs too. */
export function sessionEndSuite(): void {
  describe('a session that ended on the server', () => {
    it('resets the store after one rejected download, without further requests', async ({
      api,
      desk,
    }) => {
      desk.complaints.expectFailedRequests()
      const { id } = await api.addMember('Egon Ended')
      await desk.open()
      await desk.signIn()
      await desk.select('Egon Ended')
      await expireSession(desk)
      const requests = await desk.requestsDuring(async () => {
        await desk.button('Download statement').click()
        await desk.page.getByRole('heading', { name: ended }).waitFor()
        await afterFrame(desk)
        expect(await stateOf(desk)).toEqual({
          entities: {},
          requests: [expect.objectContaining({ status: 'rejected' })],
          session: { token: null, hasEnded: true },
          address: '#desk',
        })
      })
      expect(requests).toEqual([`GET /api/members/${id}/statement`])
      await desk.page.getByRole('button', { name: 'Go on without signing in' }).click()
      await desk.row('Egon Ended').waitFor()
      expect(await desk.page.getByText(ended).count()).toBe(0)
      await desk.account.getByRole('button', { name: 'Sign in' }).waitFor()
    })

    it('ends after one rejected mutation, which succeeds after signing in again', async ({
      api,
      desk,
    }) => {
      desk.complaints.expectFailedRequests()
      await api.addMember('Erna Ended')
      await desk.open()
      await desk.signIn({ keep: true })
      await expireSession(desk)
      await desk.list.getByRole('button', { name: 'Select', exact: true }).click()
      await desk.list.getByRole('checkbox', { name: 'Select Erna Ended' }).check()
      await desk.list.getByRole('button', { name: 'Delete 1 member' }).click()
      const requests = await desk.requestsDuring(async () => {
        await desk.list.getByRole('button', { name: 'Delete for good' }).click()
        await desk.page.getByRole('heading', { name: ended }).waitFor()
      })
      expect(requests).toEqual(['DELETE /api/members'])
      expect(await stateOf(desk)).toMatchObject({ entities: {}, requests: [] })
      await desk.signIn()
      await desk.row('Erna Ended').waitFor()
      await desk.list.getByRole('button', { name: 'Select', exact: true }).waitFor()
    })
  })
}
