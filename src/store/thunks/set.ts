import type { Schema } from '../../schema/contract'
import { isKind } from '../../schema/kinds'
import type { Denormalize, InputOf, SchemaArgs } from '../../schema/types'
import { lastOf } from '../../util/lastOf'
import type { SetAction, SetMeta } from '../state/actions'
import { expiryAt } from '../state/expiry'
import { findRuntime } from '../runtimes'
import type { Runtime } from '../Runtime'
import { inferResult } from '../select/readRows'
import { serializeArgs } from '../requests/serializeArgs'
import { toCommitPayload } from '../requests/toCommitPayload'
import type { RestThunk } from './types'

/** What may be written as a schema's data: any part of it, or a function of what is there. */
export type SetValue<S> = InputOf<S> | ((previous: Denormalize<S>) => InputOf<S>)

/** Makes the thunk creator `rest.set(schema, ...args, value)`. */
export function createSet(reducerPath: string) {
  return function set<S extends Schema>(
    schema: S,
    ...rest: [...args: SchemaArgs<S>, value: SetValue<S>]
  ): RestThunk<SetAction | undefined> {
    return function setThunk(dispatch, getState) {
      const runtime = findRuntime({ getState, dispatch }, reducerPath)
      const args = rest.slice(0, -1)
      const value = nextValue(runtime, schema, args, lastOf(rest))
      if (value === undefined) return undefined
      const meta = setMeta(runtime, schema, args)
      const commit = { schema, value, args, meta, isMutation: false, isByHand: true }
      const payload = toCommitPayload(runtime, commit)
      const { result: _, ...changes } = payload
      const action = runtime.actions.set(changes, meta)
      runtime.send(action)
      return action
    }
  }
}

/** An updater is asked only where there is something to update. */
function nextValue(
  runtime: Runtime,
  schema: unknown,
  args: readonly unknown[],
  value: unknown,
): unknown {
  if (typeof value !== 'function') return value
  const previous = inferResult(runtime.state, schema, args, JSON.stringify(args)).value
  return previous === undefined ? undefined : (value as (it: unknown) => unknown)(previous)
}

function setMeta(runtime: Runtime, schema: unknown, args: readonly unknown[]): SetMeta {
  const order = runtime.clock.next()
  const date = Date.now()
  return {
    kind: 'set',
    actionId: runtime.nextId(),
    arg: { schema: schemaName(schema), args: serializeArgs(args) },
    ...order,
    landed: order,
    date,
    expiresAt: expiryAt(date, runtime.settings.dataExpiryLength),
  }
}

function schemaName(schema: unknown): string {
  if (!isKind(schema)) return ''
  const { key, entity, collection } = schema as Partial<Record<'key', string>> & Holder
  return key ?? entity?.key ?? collection?.key ?? ''
}

interface Holder {
  readonly entity?: { readonly key: string }
  readonly collection?: { readonly key: string }
}
