/** A list with room for exactly so many members; one that grows keeps room for more than it ever gets. */
export function preallocate<Value>(length: number): Value[] {
  return Array<Value>(length)
}
