import { useRef, useState } from 'react'
import type { RefObject, SyntheticEvent } from 'react'

interface DialogControl {
  /** For the `<dialog>`. */
  readonly props: {
    readonly ref: RefObject<HTMLDialogElement | null>
    readonly onClose: (event: SyntheticEvent<HTMLDialogElement>) => void
  }
  /** The key of its content, which starts anew each time; 0 while the dialog is closed. */
  readonly opening: number
  readonly open: () => void
  readonly close: () => void
}

/** A native dialog, which keeps the keyboard inside and closes with Escape. */
export function useDialog(): DialogControl {
  const ref = useRef<HTMLDialogElement>(null)
  const [opening, setOpening] = useState(0)
  const open = () => {
    setOpening((count) => count + 1)
    ref.current?.showModal()
  }
  // The browser tells of a closing later, and then the dialog may be open again.
  const onClose = ({ currentTarget }: SyntheticEvent<HTMLDialogElement>) => {
    if (!currentTarget.open) setOpening(0)
  }
  return { props: { ref, onClose }, opening, open, close: () => ref.current?.close() }
}
