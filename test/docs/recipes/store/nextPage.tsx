import { makeStore, rest } from './makeStore'
import { RecipeResource, Recipes } from './Recipes'
import { StoreProvider } from './StoreProvider'

/** `export default` of `app/recipes/page.tsx`: a server component, which requests the data and hands on the state. */
export async function Page() {
  const store = makeStore()
  await store.dispatch(rest.fetch(RecipeResource.getList)).unwrap()
  const state = store.getState()
  rest.dispose(store)
  return (
    <StoreProvider state={state}>
      <Recipes />
    </StoreProvider>
  )
}
