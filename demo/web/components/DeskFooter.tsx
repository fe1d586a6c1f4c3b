import { useAppSelector } from '../store'
import { useUser } from '../useUser'
import { ExpireButton } from './ExpireButton'
import { News } from './Announcements'
import { LatencySlider } from './LatencySlider'
import { OutageSwitch } from './OutageSwitch'

/** The foot of the page: what just happened, and the switches that show how the page takes it when things go wrong. */
export function DeskFooter() {
  const user = useUser()
  const hasEnded = useAppSelector((state) => state.session.hasEnded)
  return (
    <footer className="footer">
      <News />
      {!hasEnded && (
        <div className="footer__tools">
          {user !== undefined && <ExpireButton />}
          <LatencySlider />
          <OutageSwitch />
        </div>
      )}
    </footer>
  )
}
