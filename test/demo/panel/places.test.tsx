import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { groupOf, renderPanel } from '../../devtools/support/renderPanel'

/** A name with a form in its place, as long as it is edited. */
function Name() {
  const [isEditing, setEditing] = useState(false)
  const [name, setName] = useState('Ada')
  const save = () => {
    setName('Countess')
    setEditing(false)
  }
  return (
    <>
      <h1>{name}</h1>
      {isEditing ? (
        <p>
          <button onClick={save}>Save</button>
          <button onClick={() => setEditing(false)}>Cancel</button>
        </p>
      ) : (
        <button onClick={() => setEditing(true)}>Edit</button>
      )}
    </>
  )
}

describe('the places of a page', () => {
  it('are without a button that was replaced for a while and came back as it was', async () => {
    await renderPanel(<Name />)
    fireEvent.click(screen.getByRole('button', { name: 'Edit' }))
    expect((await groupOf('Click: Edit')).textContent).toMatch(/^Click: Edit 1 place, /)
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    // The name alone.
    expect((await groupOf('Click: Save')).textContent).toMatch(/^Click: Save 1 place, /)
  })

  it('are that button where nothing else changed', async () => {
    await renderPanel(<Name />)
    fireEvent.click(screen.getByRole('button', { name: 'Edit' }))
    await groupOf('Click: Edit')
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect((await groupOf('Click: Cancel')).textContent).toMatch(/^Click: Cancel 1 place, /)
  })

  it('are without what is ignored, as toasts are', async () => {
    function Toast() {
      const [text, setText] = useState<string>()
      return (
        <>
          <button aria-pressed={text !== undefined} onClick={() => setText('Pressed.')}>
            Press
          </button>
          <div data-what-happens="ignored">{text && <p>{text}</p>}</div>
        </>
      )
    }
    await renderPanel(<Toast />)
    fireEvent.click(screen.getByRole('button', { name: 'Press' }))
    expect((await groupOf('Click: Press')).textContent).toMatch(/^Click: Press 1 place, /)
  })
})
