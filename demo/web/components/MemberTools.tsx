import { ImportButton } from './ImportButton'

/** What somebody who is signed in can do with many members at once. */
export function MemberTools({ onSelect }: { onSelect: () => void }) {
  return (
    <div className="tools">
      <button type="button" className="button button--small" onClick={onSelect}>
        Select
      </button>
      <ImportButton />
    </div>
  )
}
