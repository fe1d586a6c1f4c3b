import { hrefOf, views } from '../address'
import type { Address, View } from '../address'

/** Leads from one view to the others. */
export function ViewNav({ address }: { address: Address }) {
  return (
    <nav className="views" aria-label="Views">
      {Object.entries(views).map(([name, label]) => (
        <a
          key={name}
          className="views__link"
          href={hrefOf({ ...address, view: name as View })}
          aria-current={name === address.view ? 'page' : undefined}
        >
          {label}
        </a>
      ))}
    </nav>
  )
}
