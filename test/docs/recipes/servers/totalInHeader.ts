import { Collection, Entity, RestEndpoint } from 'rtk-rest'
import { API } from '../api'

class Product extends Entity {
  id = ''
  name = ''
  static override key = 'Product'
}

/** The body is a list, and the header `X-Total-Count` has the number of all products. */
export const getProducts = new RestEndpoint({
  urlPrefix: API,
  path: '/products',
  searchParams: {} as { readonly page: number },
  schema: { items: new Collection([Product]), total: 0 },
  parseResponse: async (response: Response) => ({
    items: (await response.json()) as unknown,
    total: Number(response.headers.get('x-total-count')),
  }),
})
