import { desks } from '../../desks'
import { deskFiltered } from '../deskSlice'
import { useAppDispatch } from '../store'

const tabs = [
  { desk: '', label: 'All' },
  ...desks.map((desk) => ({ desk: desk as string, label: desk as string })),
]

/** Chooses which desk the list shows. */
export function DeskTabs({ selected }: { selected: string }) {
  const dispatch = useAppDispatch()
  return (
    <div className="tabs" role="group" aria-label="Filter by desk">
      {tabs.map(({ desk, label }) => (
        <button
          key={desk}
          type="button"
          className="tab"
          aria-pressed={desk === selected}
          onClick={() => dispatch(deskFiltered(desk))}
        >
          {label}
        </button>
      ))}
    </div>
  )
}
