import type { NamedFile } from './resources/Statement'

/** Has the browser save a file as it does with what one downloads by a link. */
export function saveFile({ blob, filename }: NamedFile): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = filename
  link.click()
  // Not at once: the browser only begins to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
