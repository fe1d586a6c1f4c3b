'use client'

import { Provider } from 'react-redux'
import { AsyncBoundary, useSuspense } from 'rtk-rest/react'
import type { makeStore } from './makeStore'
import { RecipeResource } from './RecipeResource'

export function Recipes() {
  const recipes = useSuspense(RecipeResource.getList)
  return (
    <ul>
      {recipes.map(({ id, title }) => (
        <li key={id}>{title}</li>
      ))}
    </ul>
  )
}

export function App({ store }: { readonly store: ReturnType<typeof makeStore> }) {
  return (
    <Provider store={store}>
      <AsyncBoundary fallback={<p>Loading …</p>}>
        <Recipes />
      </AsyncBoundary>
    </Provider>
  )
}
