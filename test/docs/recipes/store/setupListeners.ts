import { setupListeners } from '@reduxjs/toolkit/query'
import { createStore } from './focusAndNetwork'

export const store = createStore()

export const stopListening = setupListeners(store.dispatch)
