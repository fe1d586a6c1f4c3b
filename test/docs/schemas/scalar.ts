import { Collection, Entity, RestEndpoint, Scalar, Values } from 'rtk-rest'
import { controller } from './store'

class Product extends Entity {
  id = ''
  name = ''
  price: number | undefined = undefined
  static override key = 'Product'
}

interface Params {
  readonly currency: string
}

const inCurrency = new Scalar({
  key: 'currency',
  lens: ([params]) => (params as Partial<Params> | undefined)?.currency,
  entity: Product,
})
Product.schema = { price: inCurrency }

const getProducts = new RestEndpoint({
  path: '/products',
  searchParams: {} as Params,
  schema: new Collection([Product], { argsKey: (_: Params) => ({}) }), // one list for all currencies
})
const getPrices = new RestEndpoint({
  path: '/prices',
  searchParams: {} as Params,
  schema: new Values(inCurrency), // keyed by the primary keys of products
})
await controller.fetch(getProducts, { currency: 'eur' })
await controller.fetch(getPrices, { currency: 'usd' })

const priceIn = (currency: string) => controller.get(getProducts.schema, { currency })?.[0]?.price
console.info(priceIn('eur'), priceIn('usd'), priceIn('gbp')) // 5 6 undefined
