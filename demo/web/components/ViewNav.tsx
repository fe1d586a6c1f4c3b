import { views } from '../useView'
import type { View } from '../useView'

/** Leads from one view to the others. */
export function ViewNav({ view }: { view: View }) {
  return (
    <nav className="views" aria-label="Views">
      {Object.entries(views).map(([name, label]) => (
        <a
          key={name}
          className="views__link"
          href={`#${name}`}
          aria-current={name === view ? 'page' : undefined}
        >
          {label}
        </a>
      ))}
    </nav>
  )
}
