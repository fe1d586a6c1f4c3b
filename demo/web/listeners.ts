import { createListenerMiddleware } from '@reduxjs/toolkit'

/** What parts of the page do after an action, as long as they are shown. */
export const listeners = createListenerMiddleware()
