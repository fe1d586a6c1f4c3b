import { Provider } from 'react-redux'
import { Entity, resource } from 'rtk-rest'
import { AsyncBoundary, useSuspense } from 'rtk-rest/react'
import { API } from '../api'
import type { makeStore } from './makeStore'

class Recipe extends Entity {
  id = ''
  title = ''
  static override key = 'Recipe'
}

export const RecipeResource = resource({ urlPrefix: API, path: '/recipes/:id', schema: Recipe })

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

/** The page, the same on the server and in the browser. */
export function App({ store }: { readonly store: ReturnType<typeof makeStore> }) {
  return (
    <Provider store={store}>
      <AsyncBoundary fallback={<p>Loading …</p>}>
        <Recipes />
      </AsyncBoundary>
    </Provider>
  )
}
