import { makeStore, rest } from './makeStore'
import { RecipeResource } from './RecipeResource'
import { Recipes } from './Recipes'
import { StoreProvider } from './StoreProvider'

export const dynamic = 'force-dynamic' // rendered for each request, and not once when the app is built

export default async function Page() {
  const store = makeStore()
  try {
    await store.dispatch(rest.fetch(RecipeResource.getList)).unwrap()
    return (
      <StoreProvider state={store.getState()}>
        <Recipes />
      </StoreProvider>
    )
  } finally {
    rest.dispose(store)
  }
}
