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

/** What an element is called; `undefined` where it is not a part of the page. */
export type NameOf = (element: Element) => string | undefined

/**
 * Reports what the user does on the page, before the page handles it.
 * @returns the function that ends it
 */
export function observeUserEvents(nameOf: NameOf, onEvent: (event: UserEvent) => void): () => void {
  const listen = (event: Event) => {
    const { target } = event
    const noted = target instanceof Element ? toUserEvent(event, target, nameOf) : undefined
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

/** The label of an element, or what stands in it. Never the value of a field. */
export function plainName(element: Element): string {
  const { labels } = element as Partial<HTMLInputElement>
  const label = element.getAttribute('aria-label') ?? labels?.[0]?.textContent
  // All of a form, or of a place where something is dropped, names nothing.
  const text = element.matches(CLICKABLE) && !element.matches('select') ? element.textContent : ''
  return label ?? (text || (element.getAttribute('title') ?? ''))
}

function toUserEvent(event: Event, target: Element, nameOf: NameOf): UserEvent | undefined {
  const named = (kind: string, element: Element) => toNamed(kind, nameOf(element))
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
      return marked(named(isText ? 'Type' : 'Change', target), { isTyping: true })
    case 'keydown': {
      const { key } = event as KeyboardEvent
      return KEYS.has(key) && (isText || key === 'Escape') ? named(key, target) : undefined
    }
    case 'submit':
      return marked(named('Submit', target), { isFollowUp: true })
    default:
      return named('Drop', target)
  }
}

function toNamed(kind: string, name: string | undefined): UserEvent | undefined {
  if (name === undefined) return undefined
  const text = name.replace(/\s+/g, ' ').trim().slice(0, 60)
  return { name: text === '' ? kind : `${kind}: ${text}`, isTyping: false, isFollowUp: false }
}

function marked(
  event: UserEvent | undefined,
  marks: Partial<Pick<UserEvent, 'isTyping' | 'isFollowUp'>>,
): UserEvent | undefined {
  return event && { ...event, ...marks }
}
