import { useState } from 'react'
import { useAppSelector } from '../store'
import { AnnounceContext } from '../useAnnounce'
import { useView } from '../useView'
import { DeskFooter } from './DeskFooter'
import { DeskHeader } from './DeskHeader'
import { DeskView } from './DeskView'
import { MarketView } from './MarketView'
import { SessionEnded } from './SessionEnded'

/** The page. */
export function App() {
  const [news, announce] = useState('')
  const view = useView()
  const hasEnded = useAppSelector((state) => state.session.hasEnded)
  return (
    <AnnounceContext value={announce}>
      <DeskHeader view={view} hasFacts={view === 'desk' && !hasEnded} />
      {hasEnded ? <SessionEnded /> : view === 'desk' ? <DeskView /> : <MarketView />}
      <DeskFooter news={news} />
    </AnnounceContext>
  )
}
