import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Tries } from '../../../demo/panel/Tries'
import { renderPanel } from '../../devtools/support/renderPanel'

const tries = [
  {
    text: 'Press it.',
    isDone: ({ cause }: { readonly cause: string }) => cause === 'Click: Press',
  },
]

it('what to try is ticked off when it was done', async () => {
  const { happenings, store } = await renderPanel(<button>Press</button>)
  render(<Tries tries={tries} happenings={happenings} />)
  expect(screen.getByText('Press it.')).toBeTruthy()
  expect(screen.queryByText('(done)')).toBe(null)
  fireEvent.click(screen.getByRole('button', { name: 'Press' }))
  act(() => void store.dispatch({ type: 'app/pressed' }))
  expect(await screen.findByText('(done)')).toBeTruthy()
})
