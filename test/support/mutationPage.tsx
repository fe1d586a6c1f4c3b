import { act } from '@testing-library/react'
import { createElement, Fragment, type ReactNode } from 'react'
import type { WriteEndpoint } from 'rtk-rest'
import {
  type MutationOptions,
  type MutationResult,
  type RunMutation,
  useMutation,
} from 'rtk-rest/react'
import type { HeldCall } from './holdEndpoint'
import { turns } from './turns'

/** What `useMutation` gave a component last. */
export interface MutationPage<E extends WriteEndpoint = WriteEndpoint> {
  readonly Page: (props: { endpoint?: E; options?: MutationOptions }) => ReactNode
  readonly run: RunMutation<E>
  readonly result: MutationResult<E>
  /** What it gave at each render. */
  readonly results: readonly MutationResult<E>[]
}

/** Makes a component with a mutation, which the test can call, and whose state it sees. */
export function mutationPage<E extends WriteEndpoint>(
  endpoint: E,
  options?: MutationOptions,
): MutationPage<E> {
  const runs: RunMutation<E>[] = []
  const results: MutationResult<E>[] = []
  return {
    Page(props) {
      const [run, result] = useMutation(props.endpoint ?? endpoint, props.options ?? options)
      runs.push(run)
      results.push(result)
      return <p>{result.status}</p>
    },
    get run() {
      return runs.at(-1) as RunMutation<E>
    },
    get result() {
      return results.at(-1) as MutationResult<E>
    },
    results,
  }
}

/** All components of some pages. */
export function allOf(pages: readonly Pick<MutationPage, 'Page'>[]): ReactNode {
  return createElement(Fragment, null, ...pages.map(({ Page }) => createElement(Page)))
}

/** The flags of a result that are true. */
export function flagsOf(result: MutationResult<WriteEndpoint>): readonly string[] {
  const flags = ['isUninitialized', 'isLoading', 'isSuccess', 'isError'] as const
  return flags.filter((flag) => result[flag])
}

/** Ends a request, and lets everything happen that follows. */
export async function end(
  call: HeldCall | undefined,
  outcome: { readonly response: unknown } | { readonly error: Error },
): Promise<void> {
  await act(async () => {
    if (call === undefined) throw new Error('The request was not sent.')
    if ('error' in outcome) call.reject(outcome.error)
    else call.resolve(outcome.response)
    await turns()
  })
}
