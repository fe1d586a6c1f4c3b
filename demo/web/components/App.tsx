import { useState } from 'react'
import { useAppSelector } from '../store'
import { AnnounceContext } from '../useAnnounce'
import { useView } from '../useView'
import { DeskFooter } from './DeskFooter'
import { DeskHeader } from './DeskHeader'
import { DeskView } from './DeskView'
import { MarketView } from './MarketView'
import { OrdersView } from './OrdersView'
import { SessionEnded } from './SessionEnded'

const viewComponents = { desk: DeskView, market: MarketView, orders: OrdersView } as const

/** The page. */
export function App() {
  const [news, announce] = useState('')
  const view = useView()
  const CurrentView = viewComponents[view]
  const hasEnded = useAppSelector((state) => state.session.hasEnded)
  return (
    <AnnounceContext value={announce}>
      <DeskHeader view={view} hasFacts={view === 'desk' && !hasEnded} />
      {hasEnded ? <SessionEnded /> : <CurrentView />}
      <DeskFooter news={news} />
    </AnnounceContext>
  )
}
