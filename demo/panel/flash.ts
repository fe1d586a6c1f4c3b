const ID = 'what-happens'

/** More elements than this do not flash together: one would see nothing more. */
const MAX_FLASHES = 60

const FRAMES: Keyframe[] = [
  { outline: '2px solid rgb(224 150 20 / 95%)', outlineOffset: '-1px', borderRadius: '4px' },
  { outline: '2px solid rgb(224 150 20 / 0%)', outlineOffset: '-1px', borderRadius: '4px' },
]

/** Flashes elements once: an outline that fades. Nothing of the elements is changed, neither their attributes nor their layout. */
export function flash(elements: Iterable<Element>): void {
  const isStill = globalThis.matchMedia('(prefers-reduced-motion: reduce)').matches
  // Without motion the outline stands still for a moment, and is gone.
  const easing = isStill ? 'step-end' : 'ease-in'
  let count = 0
  for (const element of elements) {
    if (++count > MAX_FLASHES) return
    // Places within it count with it.
    for (const one of element.getAnimations({ subtree: true })) if (one.id === ID) one.cancel()
    element.animate(FRAMES, { duration: 1_400, easing, id: ID })
  }
}
