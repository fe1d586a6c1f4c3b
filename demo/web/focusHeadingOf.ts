/** Gives the function that moves the focus to the heading of the part in which a button is, if the button had it, or has lost it. */
export function focusHeadingOf(button: HTMLElement): () => void {
  const heading = button.closest('section')?.querySelector<HTMLElement>('h2, h3')
  return () => {
    const { activeElement } = document
    if (activeElement === button || activeElement === document.body) heading?.focus()
  }
}
