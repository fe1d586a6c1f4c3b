import { usablePk } from './entityRef'

/** The id of a request is that of its store, and its moment. */
const TEMPORARY = /^new-([\w-]{10}-[\d.]+)-\d+$/

const rowKeys = new WeakMap<object, string>()

/** A primary key for an entity that a server has not created yet. */
export function temporaryKey(requestId: string, count: number): string {
  return `new-${requestId}-${count}`
}

/** Whether a primary key is one of an entity that is being created. */
export function isTemporaryKey(pk: unknown): pk is string {
  return typeof pk === 'string' && TEMPORARY.test(pk)
}

/** The id of the request that creates the entity of a temporary key. */
export function creationOf(temporary: string): string {
  return TEMPORARY.exec(temporary)?.[1] ?? ''
}

/** Records the key that an entity was shown by first. */
export function noteRowKey(entity: unknown, key: string): void {
  if (Object(entity) === entity) rowKeys.set(entity as object, key)
}

/**
 * Returns the key of an element in a list: the primary key, or, for an entity that an optimistic mutation created, the
 * temporary key that it had before the server responded. So an element is not mounted again when its entity gets an id.
 *
 * @example
 * todos.map((todo) => <TodoRow key={rowKey(todo)} todo={todo} />)
 */
export function rowKey(entity: { pk(): string | number | undefined }): string {
  return rowKeys.get(entity) ?? usablePk(entity.pk()) ?? ''
}
