import { isKind } from '../schema/kinds'

/** Whether a schema makes anything of an answer: entities, lists or fields. */
export function expectsData(schema: unknown): boolean {
  return isKind(schema) || (typeof schema === 'object' && schema !== null)
}
