import { render, screen } from '@testing-library/react'
import { useState, version } from 'react'
import { version as versionOfDom } from 'react-dom'
import { Provider, useSelector } from 'react-redux'
import type { RestState } from 'rtk-rest'
import { useQuery } from 'rtk-rest/react'
import { expect, inject, it } from 'vitest'
import { createStore, User } from '../support/world'

declare module 'vitest' {
  interface ProvidedContext {
    /** The major version of React that the suites of a Vitest project run on. */
    readonly react: string
  }
}

it('React, React Redux, Testing Library and the hooks use the React version of the Vitest project', () => {
  // A renderer refuses elements of another version, and hooks of another copy of React find no renderer.
  function Page() {
    const [text] = useState('rendered')
    const rest = useSelector((state: { rest: RestState }) => state.rest)
    const user = useQuery(User, { id: '1' })
    return <p>{rest !== undefined && user === undefined && text}</p>
  }
  render(
    <Provider store={createStore().store}>
      <Page />
    </Provider>,
  )
  expect(screen.getByText('rendered')).toBeTruthy()
  const major = inject('react')
  expect([version, versionOfDom].map((it) => it.split('.')[0])).toEqual([major, major])
})
