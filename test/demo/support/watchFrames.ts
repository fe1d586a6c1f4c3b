import type { Page } from 'playwright-core'

declare global {
  var mixedFrames: string[] | undefined
}

/** Looks at every frame from now on and gives the texts of those that showed both names: of a change half done. */
export async function watchFrames(
  page: Page,
  names: readonly [before: string, after: string],
): Promise<() => Promise<string[]>> {
  await page.evaluate(([before, after]) => {
    const mixed: string[] = []
    globalThis.mixedFrames = mixed
    const look = () => {
      const shown = ['.header', '.desk'].map((part) => document.querySelector(part)?.textContent)
      const text = shown.join(' ')
      if (text.includes(before) && text.includes(after)) mixed.push(text)
      requestAnimationFrame(look)
    }
    look()
  }, names)
  return () => page.evaluate(() => globalThis.mixedFrames ?? [])
}
