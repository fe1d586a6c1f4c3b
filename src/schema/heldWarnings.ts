import { getOrCreate } from '../util/collections'

// Development only.

/** The warnings of responses that are being stored, by what they are about. */
const held = new WeakMap<object, Map<unknown, () => void>>()

/**
 * Holds a warning back until a response turns out to fit its schema: one that does not fit has its error as its one message.
 * @param subject of each, the first warning of a response is held
 */
export function holdWarning(delegate: object, subject: unknown, warn: () => void): void {
  const warnings = getOrCreate(held, delegate, () => new Map<unknown, () => void>())
  if (!warnings.has(subject)) warnings.set(subject, warn)
}

/** Gives the warnings of a response that fits. */
export function giveWarnings(delegate: object): void {
  held.get(delegate)?.forEach((warn) => warn())
}
