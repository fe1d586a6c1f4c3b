import { http, HttpResponse } from 'msw'
import { Entity, resource } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { API, server } from '../support/server'
import { createStore } from '../support/world'

class Shirt extends Entity {
  id = ''
  size = 0
  tags: readonly string[] = []
  static override key = 'Shirt'
}

interface Args {
  readonly size?: number
  readonly limit?: number
  readonly tags?: readonly string[]
}

const searchParams: Args = {}

const shirts = resource({
  path: '/shirts/:id',
  urlPrefix: API,
  schema: Shirt,
  searchParams,
})

/** The ids of some lists after a removal; the server gives each shirt the same tags. */
async function afterRemoval(lists: readonly Args[], args: Args): Promise<readonly string[]> {
  server.use(
    http.get(`${API}/shirts`, ({ request }) => {
      const size = Number(new URL(request.url).searchParams.get('size') ?? 3)
      const at = (id: string) => ({ id, size, tags: ['new', 'sale'] })
      return HttpResponse.json([at(`${size}a`), at(`${size}b`)])
    }),
    http.patch(`${API}/shirts`, () =>
      HttpResponse.json({ id: '3a', size: 3, tags: ['new', 'sale'] }),
    ),
  )
  const { controller } = createStore()
  for (const it of lists) await controller.fetch(shirts.getList, it)
  await controller.fetch(shirts.getList.remove, args, { id: '3a' })
  return lists.map((it) => {
    const { data = [] } = controller.getResponse(shirts.getList, it)
    return data.map(({ id }) => id).join(' ')
  })
}

describe('a removal from the lists that its arguments match', () => {
  it('concerns no list with another value, also of an argument that can be a length', async () => {
    expect(await afterRemoval([{ size: 3 }, { limit: 9 }], { size: 42 })).toEqual(['3a 3b', '3b'])
    expect(await afterRemoval([{ size: 3 }, { limit: 9 }], { size: 3 })).toEqual(['3b', '3b'])
  })

  it('matches the values of a list, in their order', async () => {
    const lists = [{ tags: ['new', 'sale'] }, { tags: ['sale'] }]
    expect(await afterRemoval(lists, { tags: ['new', 'sale'] })).toEqual(['3b', '3a 3b'])
  })
})
