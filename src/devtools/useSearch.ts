import { useEffect, useRef, useState } from 'react'
import { keysIn } from '../store/state/table'
import type { Source } from './sources'

/** How many rows are looked through in one frame. */
export const SLICE = 2_000
const MAX_FOUND = 50
/** A table that changed meanwhile is looked through again after this time, in ms. */
const AGAIN = 1_000

/** What a search has found so far. */
export interface Found {
  readonly text: string
  readonly keys: readonly string[]
  readonly isDone: boolean
}

/**
 * The first rows of a table whose key or data contain a text: a part of the table is looked through in each frame, so that a large one
 * does not keep the page from its work. `undefined` without a text.
 */
export function useSearch(source: Source, text: string): Found | undefined {
  const newest = useRef(source)
  const [found, setFound] = useState<Found>()
  useEffect(() => {
    newest.current = source
  }, [source])
  useEffect(() => (text === '' ? undefined : search(() => newest.current, text, setFound)), [text])
  if (text === '') return undefined
  return found?.text === text ? found : { text, keys: [], isDone: false }
}

function search(
  getSource: () => Source,
  text: string,
  onFound: (found: Found) => void,
): () => void {
  const needle = text.toLowerCase()
  let timer: ReturnType<typeof setTimeout> | undefined
  let frame = 0
  const start = (): void => {
    const source = getSource()
    const all = keysIn(source.table)
    const keys: string[] = []
    let at = 0
    const look = (): void => {
      const end = Math.min(at + SLICE, all.length)
      for (; at < end && keys.length < MAX_FOUND; at++) {
        const key = all[at] as string
        if (contains(source, key, needle)) keys.push(key)
      }
      const isDone = at >= all.length || keys.length >= MAX_FOUND
      onFound({ text, keys: [...keys], isDone })
      if (isDone) follow(source)
      else frame = requestAnimationFrame(look)
    }
    look()
  }
  const follow = (source: Source): void => {
    timer = setTimeout(() => (getSource().table === source.table ? follow(source) : start()), AGAIN)
  }
  start()
  return () => {
    clearTimeout(timer)
    cancelAnimationFrame(frame)
  }
}

function contains(source: Source, key: string, needle: string): boolean {
  if (key.toLowerCase().includes(needle)) return true
  const data = JSON.stringify(source.read(key)?.data) ?? ''
  return data.toLowerCase().includes(needle)
}
