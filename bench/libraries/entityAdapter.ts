import {
  combineReducers,
  configureStore,
  createEntityAdapter,
  createSelector,
  createSlice,
  type PayloadAction,
} from '@reduxjs/toolkit'
import type { Id, Item, Shape } from '../data'
import { issues } from '../data'
import type { Library, World } from '../Library'

type Tables = Record<'Issue' | 'User' | 'Label' | 'Milestone', Item[]>
type Patch = PayloadAction<{ id: Id; changes: object }>

/** What a careful team writes by hand: an entity adapter for each kind, and a selector that puts them together. */
export const entityAdapter: Library = {
  name: 'createEntityAdapter',
  package: '@reduxjs/toolkit',
  // By hand means by hand: one set of slices, for the shape that most rows are about.
  supports: ({ refs, union }: Shape) => refs === issues.refs && union === undefined,
  start: startWorld,
}

const adapter = createEntityAdapter<Item>()
const { selectEntities } = adapter.getSelectors()

function startWorld(): World {
  const { store, actions, selectList } = createStore()
  const update = (id: Id, title: string) =>
    store.dispatch(actions.Issue.updated({ id, changes: { title } }))
  return {
    write: (payload) => store.dispatch(received(payload, false)),
    read: () => selectList(store.getState()),
    // The row alone: a selector that puts an issue together would be one for each issue.
    readOne: (id) => () => selectEntities(store.getState().Issue)[id],
    update,
    updateUser: (id, login) => store.dispatch(actions.User.updated({ id, changes: { login } })),
    addOutside: (item) => store.dispatch({ ...received([item], false), type: 'added' }),
    push: (item) => store.dispatch(received([item], true)),
    optimistic: (id, title, look) => {
      const before = selectEntities(store.getState().Issue)[id]?.title ?? ''
      update(id, title)
      look()
      update(id, before)
      look()
    },
  }
}

/** Taken apart outside of the reducer, as a thunk would. */
function received(payload: readonly Item[], isPush: boolean) {
  const tables: Tables = { Issue: [], User: [], Label: [], Milestone: [] }
  for (const issue of payload) {
    const labels = issue['labels'] as Item[]
    const milestone = issue['milestone'] as Item
    if (issue.user !== undefined) tables.User.push(issue.user)
    tables.Label.push(...labels)
    tables.Milestone.push(milestone)
    tables.Issue.push({
      ...issue,
      user: issue.user?.id,
      labels: labels.map(({ id }) => id),
      milestone: milestone.id,
    } as unknown as Item)
  }
  return { type: isPush ? 'pushed' : 'received', payload: tables }
}

function list(state: readonly Id[] = [], action: { type: string; payload?: Tables }) {
  const ids = action.payload?.Issue?.map(({ id }) => id) ?? []
  if (action.type === 'received') return ids
  return action.type === 'pushed' ? [...state, ...ids] : state
}

function createStore() {
  const slices = {
    Issue: sliceOf('Issue'),
    User: sliceOf('User'),
    Label: sliceOf('Label'),
    Milestone: sliceOf('Milestone'),
  }
  const reducer = combineReducers({
    list,
    Issue: slices.Issue.reducer,
    User: slices.User.reducer,
    Label: slices.Label.reducer,
    Milestone: slices.Milestone.reducer,
  })
  const store = configureStore({
    reducer,
    devTools: false,
    middleware: (getDefaultMiddleware) =>
      getDefaultMiddleware({ immutableCheck: false, serializableCheck: false }),
  })
  type State = ReturnType<typeof reducer>
  const selectList = createSelector(
    [
      (state: State) => state.list,
      (state: State) => selectEntities(state.Issue),
      (state: State) => selectEntities(state.User),
      (state: State) => selectEntities(state.Label),
      (state: State) => selectEntities(state.Milestone),
    ],
    putTogether,
  )
  return { store, selectList, actions: { Issue: slices.Issue.actions, User: slices.User.actions } }
}

type Rows = Readonly<Record<Id, Item>>

function putTogether(ids: readonly Id[], issue: Rows, user: Rows, label: Rows, milestone: Rows) {
  return ids.map((id) => {
    const row = issue[id] as Item
    return {
      ...row,
      user: user[row['user'] as unknown as Id],
      labels: (row['labels'] as Id[]).map((it) => label[it]),
      milestone: milestone[row['milestone'] as Id],
    } as Item
  })
}

function sliceOf(name: keyof Tables) {
  return createSlice({
    name,
    initialState: adapter.getInitialState(),
    reducers: {
      updated: (state, { payload }: Patch) => adapter.updateOne(state, payload),
    },
    extraReducers: (builder) =>
      void builder.addMatcher(isNews, (state, action) =>
        adapter.upsertMany(state, (action as unknown as PayloadAction<Tables>).payload[name]),
      ),
  })
}

function isNews({ type }: { type: string }): boolean {
  return type === 'received' || type === 'pushed' || type === 'added'
}
