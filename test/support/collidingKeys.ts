// What `hashText` does to two characters can be undone: the last two are chosen so that every key ends with one state.

const FACTOR = 0x01000193
const STATE = 0x1234567

/** Keys of which `hashText` is one and the same. */
export function collidingKeys(count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => withEnding(at.toString().padStart(8, '0')))
}

function withEnding(text: string): string {
  let state = text.length + 2
  for (let at = 0; at < text.length; at += 2) {
    state = Math.imul(state ^ pairAt(text, at), FACTOR)
    state ^= state >>> 15
  }
  const pair = state ^ Math.imul(unfold(STATE), inverse(FACTOR))
  return text + String.fromCharCode(pair & 0xffff, pair >>> 16)
}

function pairAt(text: string, at: number): number {
  return text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16)
}

/** Undoes `state ^= state >>> 15`. */
function unfold(state: number): number {
  return state ^ (state >>> 15) ^ (state >>> 30)
}

/** What undoes a multiplication, modulo 2 ** 32; each step doubles the bits that are right. */
function inverse(factor: number): number {
  let found = factor
  for (let bits = 3; bits < 32; bits *= 2) found = Math.imul(found, 2 - Math.imul(factor, found))
  return found
}
