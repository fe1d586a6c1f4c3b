import { memo, useEffect, useState } from 'react'
import { sources } from '../sources'
import type { Sources } from '../sources'
import { useDialog } from '../useDialog'

interface SourceButtonProps {
  readonly of: keyof typeof sources
  /** What it is called, where several parts have the same source. */
  readonly label?: string
}

/** Opens the source behind a part of the page. */
export const SourceButton = memo(function SourceButton({
  of: part,
  label = part,
}: SourceButtonProps) {
  const { props, opening, open, close } = useDialog()
  return (
    <>
      <button
        type="button"
        className="button button--quiet button--source"
        data-what-happens="ignored"
        aria-label={`Source: ${label}`}
        title="The source behind this part"
        onClick={open}
      >
        <span aria-hidden="true">&lt;/&gt;</span>
      </button>
      <dialog
        {...props}
        className="dialog dialog--source"
        data-what-happens="ignored"
        aria-label={`The source behind ${label}`}
      >
        {opening > 0 && <SourceFiles key={opening} files={sources[part]} onClose={close} />}
      </dialog>
    </>
  )
})

function SourceFiles({ files, onClose }: { files: Sources; onClose: () => void }) {
  const names = Object.keys(files)
  const [name, setName] = useState(names[0] ?? '')
  return (
    <>
      <div className="source__head">
        <div className="source__files" role="group" aria-label="Files">
          {names.map((it) => (
            <button
              key={it}
              type="button"
              className="tab"
              data-label={it}
              aria-pressed={it === name}
              onClick={() => setName(it)}
            >
              {it}
            </button>
          ))}
        </div>
        <button type="button" className="button button--quiet" onClick={onClose}>
          Close
        </button>
      </div>
      <SourceText key={name} name={name} load={files[name]} />
    </>
  )
}

function SourceText({ name, load }: { name: string; load: Sources[string] | undefined }) {
  const [text, setText] = useState('')
  useEffect(() => {
    let isShown = true
    const read = async () => {
      const file = await load?.().catch(() => undefined)
      if (isShown) setText(file?.default ?? 'The file could not be loaded.')
    }
    void read()
    return () => {
      isShown = false
    }
  }, [load])
  return (
    <pre className="source__text" tabIndex={0} role="group" aria-label={name}>
      <code>{text}</code>
    </pre>
  )
}
