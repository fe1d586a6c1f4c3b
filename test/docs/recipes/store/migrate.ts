import { type PersistedState, persistence } from 'rtk-rest/persistence'

export const secondVersion = persistence({
  key: 'my-app',
  version: 2,
  // `name` is called `title` since version 2.
  migrate: (state, version) => (version === 1 ? withTitles(state) : undefined),
})

function withTitles({ entities, ...others }: PersistedState): PersistedState {
  const todos = Object.entries(entities['Todo'] ?? {}).map(([pk, row]) => {
    const { name, ...data } = row.data as { readonly name?: string }
    return [pk, { ...row, data: { ...data, title: name } }] as const
  })
  return { ...others, entities: { ...entities, Todo: Object.fromEntries(todos) } }
}
