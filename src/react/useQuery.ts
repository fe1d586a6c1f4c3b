import { useMemo } from 'react'
import type { Schema } from '../schema/contract'
import type { DenormalizeNullable, SchemaArgs } from '../schema/types'
import { QueryObserver } from '../store/observe/QueryObserver'
import { useObserverValue } from './useObserverValue'
import { useRuntime } from './useRuntime'

/**
 * What the store knows of a schema's data by the arguments alone; never fetches.
 *
 * @example
 * const user = useQuery(User, { id })
 */
export function useQuery<S extends Schema>(
  schema: S,
  ...args: SchemaArgs<S>
): DenormalizeNullable<S> | undefined {
  const runtime = useRuntime()
  const name = JSON.stringify(args)
  const observer = useMemo(
    () => new QueryObserver(runtime, schema, args, name),
    // The name stands for the arguments.
    [runtime, schema, name],
  )
  return useObserverValue(observer, undefined) as DenormalizeNullable<S> | undefined
}
