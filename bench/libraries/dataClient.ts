import { MemoCache, normalize } from '@data-client/normalizr'
import type { Id, Item, Shape } from '../data'
import type { Library, World } from '../Library'
import { DataClientEntity } from './DataClientEntity'
import { DataClientUnion } from './DataClientUnion'
import { defineKinds, type Kinds } from './kinds'

type State = Required<Parameters<typeof normalize>>[3]

/** data-client as far as it can be installed: `normalize` into a state of ours, read through its MemoCache. */
export const dataClient: Library = {
  name: 'data-client',
  package: '@data-client/normalizr',
  start: startWorld,
}

function startWorld(shape: Shape): World {
  const kinds = defineKinds(DataClientEntity, shape)
  const list = [memberOf(shape, kinds)]
  const memo = new MemoCache()
  let state: State = { entities: {}, indexes: {}, entitiesMeta: {} }
  let result: readonly unknown[] = []
  const receive = (schema: object, input: unknown): unknown => {
    const now = Date.now()
    const meta = { fetchedAt: now, date: now, expiresAt: now + 60_000 }
    const { result: received, ...next } = normalize(schema, input, [], state, meta)
    state = next as State
    return received
  }
  const read = () => memo.denormalize(list, result, state.entities).data as Item[]
  const update = (id: Id, title: string) => receive(kinds.Issue, { id, title })
  return {
    write: (payload) => (result = receive(list, payload) as unknown[]),
    read,
    readOne: (id) => () =>
      memo.denormalize(kinds.Issue, id, state.entities).data as unknown as Item,
    update,
    updateUser: (id, login) => receive(kinds.User, { id, login }),
    addOutside: (item) => receive(kinds.Issue, item),
    push: (item) => (result = [...result, receive(kinds.Issue, item)]),
    optimistic: (id, title, look) => {
      const committed = state
      update(id, title)
      look()
      state = committed
      look()
    },
  }
}

function memberOf({ union }: Shape, kinds: Kinds<typeof DataClientEntity>): object {
  if (union === undefined) return kinds.Issue
  const members = Object.entries(union).map(([type, kind]) => [type, kinds[kind]] as const)
  return new DataClientUnion(Object.fromEntries(members))
}
