import { LAYOUT } from './layoutStyles'
import { PARTS } from './partStyles'
import { TABLES } from './tableStyles'

/** The styles of the panel. */
export const STYLES = LAYOUT + TABLES + PARTS

/** Where a docked panel is beside the page. */
export const BESIDE = '(min-width: 1200px)'

/** The styles of a page with a docked panel, which takes no room that anything else is in. */
export function dockedStyles(isOpen: boolean): string {
  return `
:root { --rest-devtools-bottom: ${isOpen ? '44dvh' : '52px'}; --rest-devtools-end: 0px; }
@media ${BESIDE} {
  :root { --rest-devtools-bottom: 0px; --rest-devtools-end: ${isOpen ? 'clamp(320px, 28vw, 440px)' : '52px'}; }
}
body { padding-block-end: var(--rest-devtools-bottom); padding-inline-end: var(--rest-devtools-end); }
`
}

/**
 * Adds styles to a page or a shadow root, as no policy of a page forbids; returns the function that removes them. Does nothing in
 * jsdom, which shows nothing.
 */
export function adopt(root: Document | ShadowRoot, text: string): () => void {
  if ((root.adoptedStyleSheets as unknown) === undefined) return () => undefined
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
  return () => {
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((it) => it !== sheet)
  }
}
