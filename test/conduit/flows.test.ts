import { isDeepStrictEqual } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Site } from '../browser/support/Site'
import { Complaints } from '../demo/support/Complaints'
import { hold } from '../demo/support/hold'
import { BlogPage, type Item } from './BlogPage'
import { Conduit } from './Conduit'
import { conduitApi } from './conduitApi'
import { expectedItems } from './expectedItems'

// A front end of Conduit in one visit: the flows follow each other on one page. After each of them the page shows what the
// server says to the same user.

const conduit = new Conduit()
let site: Site
let blog: BlogPage
let complaints: Complaints
let username = ''

beforeAll(async () => {
  site = await Site.start('../../conduit/web/main.tsx')
  site.respond(conduitApi(conduit))
  const page = await site.open('/before')
  blog = new BlogPage(page)
  complaints = new Complaints(page)
})

afterAll(async () => {
  await site.close()
})

// Nothing that lands later makes it wrong again.
afterEach(async () => {
  const expected = await served()
  expect(await blog.shown()).toEqual(expected)
  expect(await complaints.take()).toEqual([])
})

/** What the page has to show once nothing is in flight. */
async function served(): Promise<readonly Item[]> {
  await blog.settle()
  return expectedItems(blog.address, username, read)
}

/** The page beside what the server says, where they differ; a request that is still to come may change both. */
async function difference(): Promise<object | undefined> {
  const expected = await served()
  const shown = await blog.shown()
  return isDeepStrictEqual(shown, expected) ? undefined : { shown, expected }
}

/** What the server says to the user of the page, in a request of the test's own. */
async function read(path: string): Promise<unknown> {
  const token = username === '' ? undefined : conduit.newToken(username)
  const headers: Record<string, string> =
    token === undefined ? {} : { authorization: `Token ${token}` }
  return (await fetch(`${site.url}/api${path}`, { headers })).json()
}

describe('a visitor', () => {
  it('sees the newest articles and all tags', async () => {
    await blog.page.goto(`${site.url}/page`)
    await blog.article('Cups').waitFor()
    await expect.poll(difference).toBeUndefined()
  })

  it('opens the second page, and the first one again', async () => {
    await blog.link('2').click()
    await blog.article('Green tea').waitFor()
    await blog.link('1').click()
    await blog.article('Cups').waitFor()
    await expect.poll(difference).toBeUndefined()
  })

  it('opens the articles of a tag', async () => {
    await blog.link('bread').click()
    await blog.article('Rye bread').waitFor()
    await expect.poll(difference).toBeUndefined()
  })

  it('opens an article, whose title is there before its text', async () => {
    const held = await hold(blog.page, '**/api/articles/how-to-bake')
    await blog.link('How to bake').click()
    await blog.page.getByText('Loading the text ...').waitFor()
    await blog.article('How to bake').waitFor()
    held.release()
    await expect.poll(difference).toBeUndefined()
  })

  it('is refused with a wrong password', async () => {
    complaints.expectFailedRequests()
    await blog.signIn('ada', 'wrong')
    await blog.alert('Email or password is wrong.').waitFor()
    await expect.poll(difference).toBeUndefined()
  })
})

describe('a user', () => {
  it('signs in, and sees what is a favorite of hers', async () => {
    await blog.fillIn({ Password: 'ada-password' })
    await blog.button('Enter').click()
    await blog.link('ada').waitFor()
    username = 'ada'
    await blog.favorite('Rye bread', true).waitFor()
    await expect.poll(difference).toBeUndefined()
  })

  it('has a favorite on and off before the server has responded', async () => {
    const held = await hold(blog.page, '**/api/articles/cups/favorite')
    const texts = await blog.record(blog.button('Favorite Cups'))
    await blog.button('Favorite Cups').click()
    await blog.favorite('Cups', true).waitFor()
    await blog.button('Favorite Cups').click()
    await blog.favorite('Cups', false).waitFor()
    held.release()
    await blog.settle()
    expect(await texts()).toEqual(['0', '1', '0'])
    await expect.poll(difference).toBeUndefined()
  })

  it('finds favorites on her profile, and takes one back there', async () => {
    await blog.button('Favorite How to brew').click()
    await blog.link('ada').click()
    await blog.link('Favorites').click()
    await blog.article('How to brew').waitFor()
    await blog.button('Favorite Rye bread').click()
    await blog.article('Rye bread').waitFor({ state: 'detached' })
    await expect.poll(difference).toBeUndefined()
  })

  it('follows the author of an article, and has a feed', async () => {
    await blog.link('How to brew').click()
    await blog.button('Follow bob').click()
    await blog.settle()
    await blog.link('Your feed').click()
    await blog.article('Cups').waitFor()
    await expect.poll(difference).toBeUndefined()
  })

  it('unfollows and follows before the server has responded, and has an empty feed in the end', async () => {
    await blog.article('Cups').getByRole('link', { name: 'bob' }).click()
    const held = await hold(blog.page, '**/api/profiles/bob/follow')
    const texts = await blog.record(blog.button('Follow bob'))
    await blog.button('Follow bob').click()
    await blog.page.getByText('Follow', { exact: true }).waitFor()
    await blog.button('Follow bob').click()
    await blog.page.getByText('Following', { exact: true }).waitFor()
    held.release()
    await blog.settle()
    expect(await texts()).toEqual(['Following', 'Follow', 'Following'])
    await expect.poll(difference).toBeUndefined()
    await blog.button('Follow bob').click()
    await blog.settle()
    await blog.link('Your feed').click()
    await blog.page.getByText('0 articles').waitFor()
    await expect.poll(difference).toBeUndefined()
  })

  it('comments on an article, and deletes the comment', async () => {
    await blog.link('Home').click()
    await blog.link('How to brew').click()
    await blog.comment('Thank you!').waitFor()
    await blog.fillIn({ Comment: 'Too bitter.' })
    await blog.button('Post comment').click()
    await blog.comment('Too bitter.').waitFor()
    await blog.button('Delete comment').click()
    await blog.comment('Too bitter.').waitFor({ state: 'detached' })
    await expect.poll(difference).toBeUndefined()
  })

  it('publishes an article once its title is not taken', async () => {
    await blog.link('New article').click()
    await blog.fillIn({
      Title: 'Cups',
      Description: 'About mugs.',
      Text: 'Mugs.',
      Tags: 'tea mugs',
    })
    await blog.button('Publish').click()
    await blog.alert('title must be unique').waitFor()
    expect(await blog.field('Text').inputValue()).toBe('Mugs.')
    await blog.fillIn({ Title: 'Mugs' })
    await blog.button('Publish').click()
    await blog.article('Mugs').waitFor()
    await blog.link('Home').click()
    await blog.article('Mugs').waitFor()
    await expect.poll(difference).toBeUndefined()
  })

  it('renames an article by another title, in lists and at its address', async () => {
    await blog.link('Mugs').click()
    await blog.link('Edit').click()
    await blog.fillIn({ Title: 'Big mugs' })
    await blog.button('Publish').click()
    await blog.article('Big mugs').waitFor()
    await blog.link('Home').click()
    await blog.article('Big mugs').waitFor()
    await expect.poll(difference).toBeUndefined()
    await blog.page.goto(`${site.url}/page#/articles/mugs`)
    await blog.alert('There is no such article.').waitFor()
    await expect.poll(difference).toBeUndefined()
  })

  it('double-clicks on a slow network', async () => {
    await blog.link('Home').click()
    await blog.link('How to bake').click()
    await blog.field('Comment').waitFor()
    const comments = await hold(blog.page, '**/api/articles/how-to-bake/comments')
    await blog.fillIn({ Comment: 'Twice?' })
    await blog.button('Post comment').dblclick()
    comments.release()
    await blog.comment('Twice?').waitFor()
    const favorites = await hold(blog.page, '**/api/articles/how-to-bake/favorite')
    const texts = await blog.record(blog.button('Favorite How to bake'))
    await blog.button('Favorite How to bake').dblclick()
    favorites.release()
    await blog.settle()
    expect(await texts()).toEqual(['1', '2', '1'])
    await expect.poll(difference).toBeUndefined()
  })

  it('deletes an article by a double click', async () => {
    await blog.link('Home').click()
    await blog.link('Big mugs').click()
    await blog.button('Delete article').dblclick()
    await blog.article('Cups').waitFor()
    await expect.poll(difference).toBeUndefined()
  })
})

describe('another user', () => {
  it('sees nothing of the user before', async () => {
    await blog.button('Sign out').click()
    await blog.signIn('bob')
    await blog.article('Cups').waitFor()
    username = 'bob'
    expect(await blog.shown()).toEqual(await expectedItems(blog.address, username, read))
    await expect.poll(difference).toBeUndefined()
  })

  it('is signed out once the server has ended the session', async () => {
    conduit.endSessions()
    await blog.button('Favorite Cups').click()
    await blog.field('Password').waitFor()
    username = ''
    await blog.link('Home').click()
    await blog.article('Cups').waitFor()
    await expect.poll(difference).toBeUndefined()
  })
})

describe('all of it', () => {
  it('takes at most 61 requests', () => {
    expect(blog.requests.length).toBeLessThanOrEqual(61)
  })
})
