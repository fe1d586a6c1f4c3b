import { waitFor } from '@testing-library/react'
import type { ComponentType, ReactNode } from 'react'
import type { ReadEndpoint } from 'rtk-rest'
import {
  AsyncBoundary,
  type ErrorFallbackProps,
  useCache,
  useDLE,
  useSuspense,
} from 'rtk-rest/react'
import { expect } from 'vitest'
import { turns } from './turns'

/** What a reader reads. */
export interface ReaderProps {
  readonly endpoint: ReadEndpoint
  readonly args?: readonly unknown[]
}

const NO_ARGS: readonly unknown[] = []

export type Reader = ComponentType<ReaderProps>

function ReadByDLE({ endpoint, args = NO_ARGS }: ReaderProps): ReactNode {
  const { data, loading, error } = useDLE(endpoint, ...args) as Result
  return (
    <li>{loading ? 'loading' : error === undefined ? textOf(data) : `error ${error.message}`}</li>
  )
}

interface Result {
  readonly data: unknown
  readonly loading: boolean
  readonly error: Error | undefined
}

/** Suspends within a boundary of its own. */
function ReadBySuspense(props: ReaderProps): ReactNode {
  return (
    <AsyncBoundary fallback={<li>loading</li>} errorComponent={Failure}>
      <Suspended {...props} />
    </AsyncBoundary>
  )
}

function Suspended({ endpoint, args = NO_ARGS }: ReaderProps): ReactNode {
  return <li>{textOf(useSuspense(endpoint, ...args))}</li>
}

function Failure({ error }: ErrorFallbackProps): ReactNode {
  return <li>error {error.message}</li>
}

/** Starts no request, so that the data comes through a sibling. */
function ReadByCache(props: ReaderProps): ReactNode {
  return (
    <>
      <Cached {...props} />
      <ReadByDLE {...props} />
    </>
  )
}

function Cached({ endpoint, args = NO_ARGS }: ReaderProps): ReactNode {
  const data: unknown = useCache(endpoint, ...args)
  return <li>{data === undefined ? 'loading' : textOf(data)}</li>
}

/** The readers that a page can have, by name. */
export const readers: readonly (readonly [name: string, Reader: Reader])[] = [
  ['useDLE', ReadByDLE],
  ['useSuspense', ReadBySuspense],
  ['useCache beside a useDLE', ReadByCache],
]

/** A user as its name, a list as its members; other data as it is. */
function textOf(data: unknown): string {
  if (Array.isArray(data)) return data.map(textOf).join(', ')
  const isObject = typeof data === 'object' && data !== null
  return String(isObject && 'name' in data ? data.name : data)
}

/** What the readers on the page show, each text once; what React hides is left out. */
export function shown(): readonly string[] {
  const items = [...document.querySelectorAll('li')].filter(({ style }) => style.display !== 'none')
  return [...new Set(items.map(({ textContent }) => textContent))]
}

/** Waits until all readers on the page show one text, and lets everything else happen that is due. */
export async function showing(text: string): Promise<void> {
  await waitFor(() => expect(shown()).toEqual([text]))
  await turns()
  expect(shown()).toEqual([text])
}
