import { type PersistedEntity, type PersistedState, persistence } from 'rtk-rest/persistence'

export const secondVersion = persistence({
  key: 'my-app',
  version: 2,
  // `name` is called `title` since version 2.
  migrate: (state, version) => (version === 1 ? withTitles(state) : undefined),
})

function withTitles(state: PersistedState): PersistedState {
  const todos = Object.entries(state.entities['Todo'] ?? {})
  return {
    ...state,
    entities: {
      ...state.entities,
      Todo: Object.fromEntries(todos.map(([pk, row]) => [pk, withTitle(row)])),
    },
  }
}

function withTitle(row: PersistedEntity): PersistedEntity {
  const { name, ...others } = row.data as { readonly name?: string }
  return { ...row, data: { ...others, title: name } }
}
