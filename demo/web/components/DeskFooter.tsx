import { memo } from 'react'
import { useAppSelector } from '../store'
import { useUser } from '../useUser'
import { ExpireButton } from './ExpireButton'
import { LatencySlider } from './LatencySlider'
import { NetworkNotice } from './NetworkNotice'
import { OutageSwitch } from './OutageSwitch'

/** The foot of the page: the switches that show how the page takes it when things go wrong. */
export const DeskFooter = memo(function DeskFooter() {
  const user = useUser()
  const hasEnded = useAppSelector((state) => state.session.hasEnded)
  if (hasEnded) return null
  return (
    <footer className="footer">
      <NetworkNotice />
      <div className="footer__tools">
        {user !== undefined && <ExpireButton />}
        <LatencySlider />
        <OutageSwitch />
      </div>
    </footer>
  )
})
