import { All, Entity, Query, resource } from 'rtk-rest'
import { useQuery, useSuspense } from 'rtk-rest/react'
import { API } from '../api'

class Ticket extends Entity {
  id = ''
  title = ''
  owner = ''
  isOpen = true
  static override key = 'Ticket'
}

export const TicketResource = resource({ urlPrefix: API, path: '/tickets/:id', schema: Ticket })

/** Made once, outside of components: what a query computes is remembered by the query. */
const ticketsByOwner = new Query(TicketResource.getList.schema, (tickets) => {
  const counts = new Map<string, number>()
  for (const { owner, isOpen } of tickets) {
    if (isOpen) counts.set(owner, (counts.get(owner) ?? 0) + 1)
  }
  return [...counts].map(([owner, count]) => ({ owner, count }))
})

/** With arguments: all stored tickets, since a list would be looked up by these arguments. */
const openTickets = new Query(new All(Ticket), (tickets, { word }: { readonly word: string }) =>
  tickets
    .filter(({ isOpen, title }) => isOpen && title.includes(word))
    .toSorted((one, other) => one.title.localeCompare(other.title)),
)

export function TicketBoard({ word }: { readonly word: string }) {
  useSuspense(TicketResource.getList) // requests the tickets; a query requests nothing
  return (
    <>
      <Owners />
      <OpenTickets word={word} />
    </>
  )
}

function Owners() {
  const owners = useQuery(ticketsByOwner) ?? []
  return owners.map(({ owner, count }) => <p key={owner}>{`${owner}: ${count}`}</p>)
}

function OpenTickets({ word }: { readonly word: string }) {
  const tickets = useQuery(openTickets, { word }) ?? []
  return (
    <ol>
      {tickets.map(({ id, title }) => (
        <li key={id}>{title}</li>
      ))}
    </ol>
  )
}
