import { OutageSwitch } from './OutageSwitch'

/** The foot of the page: what just happened, and the switch that closes the server. */
export function DeskFooter({ news }: { news: string }) {
  return (
    <footer className="footer">
      <p className="footer__news" role="status" aria-live="polite">
        {news}
      </p>
      <OutageSwitch />
    </footer>
  )
}
