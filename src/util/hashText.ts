/** A hash of a whole text, as 32 bits of which each depends on every character. It takes two characters at a time. */
export function hashText(text: string): number {
  const { length } = text
  let hash = length
  let at = 0
  for (; at + 1 < length; at += 2) {
    hash = Math.imul(hash ^ (text.charCodeAt(at) | (text.charCodeAt(at + 1) << 16)), 0x01000193)
    hash ^= hash >>> 15
  }
  if (at < length) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return mix(hash)
}

/** Another one: it adds and shifts where `hashText` multiplies, so that texts which collide in one differ in the other. */
export function otherHashText(text: string): number {
  let hash = text.length
  for (let at = 0; at < text.length; at++) {
    hash = (hash + text.charCodeAt(at)) | 0
    hash = (hash + (hash << 10)) | 0
    hash ^= hash >>> 6
  }
  return mix(hash)
}

function mix(hash: number): number {
  let mixed = hash ^ (hash >>> 16)
  mixed = Math.imul(mixed, 0x85ebca6b)
  mixed ^= mixed >>> 13
  mixed = Math.imul(mixed, 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}
