import { configureStore } from '@reduxjs/toolkit'
import { createContext } from 'react'
import { Provider, type ReactReduxContextValue } from 'react-redux'
import { createRest, Entity, resource } from 'rtk-rest'
import { AsyncBoundary, createRestHooks, useSuspense } from 'rtk-rest/react'
import { API } from '../api'
import * as app from '../store'

class Article extends Entity {
  id = ''
  title = ''
  static override key = 'Article'
}

export const ArticleResource = resource({ urlPrefix: API, path: '/articles/:id', schema: Article })

export const shop = createRest({ reducerPath: 'shop' })
export const blog = createRest({ reducerPath: 'blog', dataExpiryLength: 600_000 })

export const store = configureStore({
  reducer: { [shop.reducerPath]: shop.reducer, [blog.reducerPath]: blog.reducer },
  middleware: (getDefaultMiddleware) =>
    getDefaultMiddleware().concat(shop.middleware, blog.middleware),
})

export const shopHooks = createRestHooks({ rest: shop })
export const blogHooks = createRestHooks({ rest: blog })

export function Titles({ id }: { readonly id: string }) {
  const product = shopHooks.useSuspense(ArticleResource.get, { id })
  const post = blogHooks.useSuspense(ArticleResource.get, { id })
  return (
    <p>
      {product.title}, {post.title}
    </p>
  )
}

const WidgetContext = createContext<ReactReduxContextValue | null>(null)

const { useSuspense: useWidget } = createRestHooks({ rest: blog, context: WidgetContext })

export function Widget({ id }: { readonly id: string }) {
  return (
    <Provider store={store} context={WidgetContext}>
      <AsyncBoundary fallback="Loading …">
        <WidgetTitle id={id} />
      </AsyncBoundary>
    </Provider>
  )
}

function WidgetTitle({ id }: { readonly id: string }) {
  const ofPage = useSuspense(ArticleResource.get, { id })
  const own = useWidget(ArticleResource.get, { id })
  return <i>{ofPage === own ? 'same' : `${ofPage.title}, ${own.title}`}</i>
}

export const page = (
  <Provider store={app.store}>
    <AsyncBoundary fallback="Loading …">
      <Widget id="1" />
    </AsyncBoundary>
  </Provider>
)
