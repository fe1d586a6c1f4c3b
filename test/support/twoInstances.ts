import { configureStore } from '@reduxjs/toolkit'
import { createRest } from 'rtk-rest'
import { disposeAfterTest } from './openStores'

/** A store with two instances. */
export function createTwo() {
  const shop = createRest({ reducerPath: 'shop' })
  const blog = createRest({ reducerPath: 'blog' })
  const store = configureStore({
    reducer: { [shop.reducerPath]: shop.reducer, [blog.reducerPath]: blog.reducer },
    middleware: (getDefaultMiddleware) =>
      getDefaultMiddleware().concat(shop.middleware, blog.middleware),
  })
  disposeAfterTest(() => {
    shop.dispose(store)
    blog.dispose(store)
  })
  return { shop, blog, store }
}
