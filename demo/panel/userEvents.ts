import { computeAccessibleName } from 'dom-accessibility-api'

/** Something that the user did. */
export interface UserEvent {
  /** `Click: Rename` */
  readonly name: string
  /** Typing alone is nothing to report, unless a request follows. */
  readonly isTyping: boolean
  /** It comes with another event, if there was one, which names it better. */
  readonly isFollowUp: boolean
}

const KEYS = new Set(['Enter', 'Escape', 'Delete', 'Backspace'])

/** What a click was meant for, if something within it was hit. */
const CLICKABLE =
  'a, button, input, select, textarea, label, summary, option, [role="button"], [role="tab"], [role="switch"], [role="option"], [role="menuitem"]'

const TEXT_FIELD =
  'textarea, [contenteditable], input:not([type="checkbox"], [type="radio"], [type="file"], [type="button"], [type="submit"], [type="reset"], [type="range"])'

/**
 * Reports what the user does on the page, before the page handles it.
 *
 * @param isOutside whether an event is of the panel, and not of the page
 * @returns the function that ends it
 */
export function observeUserEvents(
  isOutside: (target: Node) => boolean,
  onEvent: (event: UserEvent) => void,
): () => void {
  const listen = (event: Event) => {
    const { target } = event
    if (!(target instanceof Element) || isOutside(target)) return
    const noted = toUserEvent(event, target)
    if (noted !== undefined) onEvent(noted)
  }
  const onNavigation = () =>
    onEvent({ name: `Address: ${location.hash || '/'}`, isTyping: false, isFollowUp: true })
  const types = ['click', 'change', 'input', 'keydown', 'submit', 'drop'] as const
  for (const type of types) globalThis.addEventListener(type, listen, { capture: true })
  globalThis.addEventListener('popstate', onNavigation)
  return () => {
    for (const type of types) globalThis.removeEventListener(type, listen, { capture: true })
    globalThis.removeEventListener('popstate', onNavigation)
  }
}

function toUserEvent(event: Event, target: Element): UserEvent | undefined {
  const isText = target.matches(TEXT_FIELD)
  switch (event.type) {
    case 'click': {
      const clicked = target.closest(CLICKABLE) ?? target
      // A label clicks its field once more, and a field is no button.
      if (isText || clicked.matches('label, select')) return undefined
      return named('Click', clicked)
    }
    case 'change':
      return isText || target.matches('[type="checkbox"], [type="radio"], [type="range"]')
        ? undefined
        : named('Change', target)
    case 'input':
      if (!isText && !target.matches('[type="range"]')) return undefined
      return { ...named(isText ? 'Type' : 'Change', target), isTyping: true }
    case 'keydown': {
      const { key } = event as KeyboardEvent
      return KEYS.has(key) && (isText || key === 'Escape') ? named(key, target) : undefined
    }
    case 'submit':
      return { ...named('Submit', target), isFollowUp: true }
    default:
      return named('Drop', target)
  }
}

function named(kind: string, target: Element): UserEvent {
  const name = nameOf(target)
  return { name: name === '' ? kind : `${kind}: ${name}`, isTyping: false, isFollowUp: false }
}

/** What a screen reader calls an element, else what stands in it. Never the value of a field. */
function nameOf(element: Element): string {
  const name = computeAccessibleName(element) || nearestName(element)
  return name.replace(/\s+/g, ' ').trim().slice(0, 60)
}

function nearestName(element: Element): string {
  const outer = element.closest('[aria-label], [aria-labelledby]')
  return outer === null ? '' : computeAccessibleName(outer)
}
