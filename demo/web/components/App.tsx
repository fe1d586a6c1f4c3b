import { useAddress } from '../address'
import { useAppSelector } from '../store'
import { Announcements, News } from './Announcements'
import { DeskFooter } from './DeskFooter'
import { DeskHeader } from './DeskHeader'
import { DeskView } from './DeskView'
import { MarketView } from './MarketView'
import { OrdersView } from './OrdersView'
import { PageTries } from './PanelIntro'
import { SessionEnded } from './SessionEnded'

const viewComponents = { desk: DeskView, market: MarketView, orders: OrdersView } as const

/** The page. */
export function App() {
  const address = useAddress()
  const { view } = address
  const CurrentView = viewComponents[view]
  const hasEnded = useAppSelector((state) => state.session.hasEnded)
  return (
    <Announcements view={view}>
      <DeskHeader address={address} hasFacts={view === 'desk' && !hasEnded} />
      <PageTries />
      {hasEnded ? <SessionEnded /> : <CurrentView address={address} />}
      <News />
      <DeskFooter />
    </Announcements>
  )
}
