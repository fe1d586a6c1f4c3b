import { useEffect, useRef } from 'react'
import type { Progress } from 'rtk-rest'
import { useDownload } from 'rtk-rest/react'
import { describeError } from '../describeError'
import type { Member } from '../resources/Member'
import { getStatement } from '../resources/Statement'
import { saveFile } from '../saveFile'
import { useAnnounce } from '../useAnnounce'
import { Alert } from './Refusal'
import { TransferProgress } from './TransferProgress'

/** Downloads a member's statement and saves it under the name that the server gives it. */
export function StatementDownload({ member }: { member: Member }) {
  const announce = useAnnounce()
  const { start, abort, status, progress, error } = useDownload(getStatement)
  const isRunning = status === 'running'
  const button = useFocusBack(isRunning)
  const download = async () => {
    if (isRunning) return
    const file = await start({ id: member.id })
    if (file === undefined) return
    saveFile(file)
    announce(`${file.filename} was saved.`)
  }
  const cancel = () => {
    abort()
    announce('The download was cancelled.')
  }
  return (
    <div className="statement">
      <button
        ref={button}
        type="button"
        className="button"
        aria-disabled={isRunning}
        onClick={() => void download()}
      >
        Download statement
      </button>
      {isRunning && <Running progress={progress} onCancel={cancel} />}
      <Alert text={error instanceof Error ? describeError(error) : undefined} />
    </div>
  )
}

function Running({ progress, onCancel }: { progress: Progress | undefined; onCancel: () => void }) {
  return (
    <div className="statement__running">
      <TransferProgress label="Download of the statement" progress={progress} />
      <button type="button" className="button button--small" onClick={onCancel}>
        Cancel download
      </button>
    </div>
  )
}

/** The button that the keyboard comes back to when what it was on has vanished with the end of the download. */
function useFocusBack(isRunning: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const wasRunning = useRef(false)
  useEffect(() => {
    const hasLostFocus = document.activeElement === document.body
    if (wasRunning.current && !isRunning && hasLostFocus) button.current?.focus()
    wasRunning.current = isRunning
  }, [isRunning])
  return button
}
