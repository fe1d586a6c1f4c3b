import { useAppSelector } from '../store'
import { useView } from '../useView'
import { Announcements } from './Announcements'
import { DeskFooter } from './DeskFooter'
import { DeskHeader } from './DeskHeader'
import { DeskView } from './DeskView'
import { MarketView } from './MarketView'
import { OrdersView } from './OrdersView'
import { SessionEnded } from './SessionEnded'

const viewComponents = { desk: DeskView, market: MarketView, orders: OrdersView } as const

/** The page. */
export function App() {
  const view = useView()
  const CurrentView = viewComponents[view]
  const hasEnded = useAppSelector((state) => state.session.hasEnded)
  return (
    <Announcements>
      <DeskHeader view={view} hasFacts={view === 'desk' && !hasEnded} />
      {hasEnded ? <SessionEnded /> : <CurrentView />}
      <DeskFooter />
    </Announcements>
  )
}
