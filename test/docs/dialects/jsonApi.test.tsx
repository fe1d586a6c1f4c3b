import { beforeEach, describe, expect, it } from 'vitest'
import type { ArgsOf } from 'rtk-rest'
import { received, respond } from '../recipes/api'
import { ArticleResource, PersonResource } from '../recipes/servers/jsonApi'
import { controller } from '../recipes/store'
import { jsonApiServer } from './jsonApiServer'
import { expectTruth, requestsOf, show } from './reads'

const { get, getList, create, partialUpdate } = ArticleResource

beforeEach(() => respond(jsonApiServer()))

async function showArticles(filters: ArgsOf<typeof getList>[0] = {}) {
  const read = await show(getList, [filters], ({ links: { next } }, by) => {
    const number = next && new URL(next).searchParams.get('page[number]')
    return number && by.fetch(getList.getPage, { ...filters, 'page[number]': number })
  })
  return Object.assign(read, {
    titles: () =>
      read()
        ?.data.map(({ title }) => title)
        .join(' '),
    authors: () =>
      read()
        ?.data.map(({ author }) => author?.name)
        .join(' '),
    tags: () =>
      read()
        ?.data.map(({ tags }) => tags.map(({ label }) => label).join('+'))
        .join(' '),
  })
}

describe('an app of JSON:API', () => {
  it('pages by links, and shows what came along', async () => {
    const articles = await showArticles()
    expect(articles.titles()).toBe('Echo Delta Charlie')
    expect(articles.authors()).toBe('Bob Bob Ada')
    expect(await requestsOf(articles.more)).toEqual([
      'GET /articles?include=author,tags&page[number]=2',
    ])
    expect(articles.titles()).toBe('Echo Delta Charlie Bravo Alpha')
    expect(articles.tags()).toBe('new new new old old')
    expect(await requestsOf(() => controller.fetch(getList, {}))).toEqual([
      'GET /articles?include=author,tags',
      'GET /articles?include=author,tags&page[number]=2',
    ])
    await expectTruth()
  })

  it('creates, changes and deletes in lists with filters', async () => {
    const articles = await showArticles()
    const drafts = await showArticles({ 'filter[status]': 'draft' })
    const adas = await showArticles({ 'filter[author]': '1' })
    expect(drafts.titles()).toBe('Delta Bravo')
    const created = await requestsOf(() =>
      controller.fetch(create, { title: 'Fox', author: '1', tags: ['1', '2'] }),
    )
    expect(created).toEqual(['POST /articles'])
    expect(drafts.titles()).toBe('Fox Delta Bravo')
    expect(adas.titles()).toBe('Fox Charlie Bravo Alpha')
    expect(JSON.parse(received[0]?.body ?? '')).toEqual({
      data: {
        type: 'articles',
        attributes: { title: 'Fox' },
        relationships: {
          author: { data: { type: 'people', id: '1' } },
          tags: {
            data: [
              { type: 'tags', id: '1' },
              { type: 'tags', id: '2' },
            ],
          },
        },
      },
    })
    await expectTruth()
    const changed = await requestsOf(() =>
      controller.fetch(
        partialUpdate,
        { id: '5' },
        { id: '5', status: 'draft', author: '1', tags: [] },
      ),
    )
    expect(changed).toEqual(['PATCH /articles/5?include=author,tags'])
    expect(drafts.titles()).toBe('Fox Echo Delta Bravo')
    expect(adas.titles()).toBe('Fox Echo Charlie Bravo Alpha')
    expect(articles.authors()).toBe('Ada Ada Bob Ada')
    expect(articles.tags()).toBe('new+old  new new')
    await expectTruth()
    const deleted = await requestsOf(() => controller.fetch(ArticleResource.delete, { id: '2' }))
    expect(deleted).toEqual(['DELETE /articles/2?include=author,tags'])
    expect(drafts.titles()).toBe('Fox Echo Delta')
    await articles.more()
    await expectTruth()
  })

  it('reads an article and its author from what a list has brought', async () => {
    await showArticles()
    expect(await requestsOf(() => show(get, [{ id: '5' }]))).toEqual([])
    expect(await requestsOf(() => show(PersonResource.get, [{ id: '1' }]))).toEqual([])
    expect(await requestsOf(() => show(get, [{ id: '1' }]))).toEqual([
      'GET /articles/1?include=author,tags',
    ])
    await expectTruth()
    const renamed = await requestsOf(() =>
      controller.fetch(PersonResource.partialUpdate, { id: '1' }, { id: '1', name: 'Countess' }),
    )
    expect(renamed).toEqual(['PATCH /people/1'])
    await expectTruth()
  })

  it('has the place of an error for a form', async () => {
    const failed = await controller.fetch(create, { title: '' }).catch((error) => error)
    const pointer = '/data/attributes/title'
    expect(failed.data.errors).toMatchObject([{ detail: "can't be blank", source: { pointer } }])
  })
})
