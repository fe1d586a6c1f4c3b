import { desks } from '../../desks'
import { navigate } from '../address'

const tabs = [
  { desk: '', label: 'All' },
  ...desks.map((desk) => ({ desk: desk as string, label: desk as string })),
]

/** Chooses which desk the list shows. */
export function DeskTabs({ selected }: { selected: string }) {
  return (
    <div className="tabs" role="group" aria-label="Filter by desk">
      {tabs.map(({ desk, label }) => (
        <button
          key={desk}
          type="button"
          className="tab"
          data-label={label}
          aria-pressed={desk === selected}
          onClick={() => navigate({ desk })}
        >
          {label}
        </button>
      ))}
    </div>
  )
}
