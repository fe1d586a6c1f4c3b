import { useEffect, useRef, useState } from 'react'
import { sources } from '../sources'
import type { Sources } from '../sources'

/** Opens the source behind a part of the page. */
export function SourceButton({ of: part }: { of: keyof typeof sources }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isOpen, setOpen] = useState(false)
  const open = () => {
    setOpen(true)
    dialog.current?.showModal()
  }
  return (
    <>
      <button
        type="button"
        className="button button--quiet button--source"
        data-what-happens="ignored"
        aria-label={`Source: ${part}`}
        title="The source behind this part"
        onClick={open}
      >
        <span aria-hidden="true">&lt;/&gt;</span>
      </button>
      <dialog
        ref={dialog}
        className="dialog dialog--source"
        data-what-happens="ignored"
        aria-label={`The source behind ${part}`}
        onClose={() => setOpen(false)}
      >
        {isOpen && <SourceFiles files={sources[part]} onClose={() => dialog.current?.close()} />}
      </dialog>
    </>
  )
}

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
