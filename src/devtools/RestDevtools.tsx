import { type ReactNode, type RefObject, useContext, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { ReactReduxContext } from 'react-redux'
import type { Store } from 'redux'
import { Feed } from './Feed'
import type { RestDevtoolsProps } from './types'

/** The same in production, for a page that is to have it there, such as that of a demo or of a test system. */
export function RestDevtoolsInProduction(props: RestDevtoolsProps): ReactNode {
  const { rest, position = 'floating', children } = props
  const provided = useContext(ReactReduxContext)?.store
  const place = useRef<HTMLDivElement>(null)
  const host = usePanel(props.store ?? provided, rest?.reducerPath, position, place, props)
  return (
    <>
      {position === 'page' && <div ref={place} style={{ height: '100%' }} />}
      {host && children !== undefined && createPortal(children, host)}
    </>
  )
}

/**
 * Shows what rtk-rest does in a store: requests, actions with the rows that they changed, tables, and what is pending over what is
 * confirmed. It is loaded when it mounts, and adds what it needs to the store. In production it renders nothing.
 */
export const RestDevtools: typeof RestDevtoolsInProduction =
  process.env.NODE_ENV === 'production' ? () => null : RestDevtoolsInProduction

/** Opens a panel outside of the app's tree as long as the component is mounted; gives the element that holds it. */
function usePanel(
  store: Store | undefined,
  path: string | undefined,
  position: NonNullable<RestDevtoolsProps['position']>,
  place: RefObject<HTMLElement | null>,
  props: RestDevtoolsProps,
): HTMLElement | undefined {
  const [host, setHost] = useState<HTMLElement>()
  const first = useRef(props)
  useEffect(() => {
    const feed = new Feed(store, path)
    const element = document.createElement('div')
    element.className = 'rtk-rest-devtools'
    ;(place.current ?? document.body).append(element)
    let isEnded = false
    let end: (() => void) | undefined
    const open = async () => {
      try {
        const { openPanel } = await import('./openPanel')
        if (isEnded) return
        end = openPanel(element, feed, position, first.current)
        setHost(element)
      } catch (error) {
        // The app goes on without it.
        console.error('The devtools could not be opened.', error)
      }
    }
    void open()
    return () => {
      isEnded = true
      feed.end()
      end?.()
      setHost(undefined)
      element.remove()
    }
  }, [store, path, position, place])
  return host
}
