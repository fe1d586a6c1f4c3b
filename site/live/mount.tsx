import { createRoot } from 'react-dom/client'
import { App } from './App'

/** Shows the example in an element; returns how to remove it. */
export function mount(element: HTMLElement): () => void {
  const root = createRoot(element)
  root.render(<App />)
  return () => root.unmount()
}
