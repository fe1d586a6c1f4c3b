import type { Progress } from 'rtk-rest'
import { formatNumber } from '../formatNumber'

interface TransferProgressProps {
  readonly label: string
  /** Nothing is known yet: the bar is indeterminate, as it is without a total. */
  readonly progress: Progress | undefined
}

/** A bar that shows how much of a file was sent or has come, with the number of bytes. */
export function TransferProgress({ label, progress }: TransferProgressProps) {
  const { loaded = 0, total } = progress ?? {}
  return (
    <>
      <progress aria-label={label} {...(total !== undefined && { value: loaded, max: total })} />
      <span className="quiet number">{formatNumber(Math.round(loaded / 1000))} kB</span>
    </>
  )
}
