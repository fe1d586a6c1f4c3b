import { createRest } from 'rtk-rest'
import { hydration } from 'rtk-rest/hydration'

/** That of next-redux-wrapper: `import { HYDRATE } from 'next-redux-wrapper'`. */
export const HYDRATE = '__NEXT_REDUX_WRAPPER_HYDRATE__'

export const rest = createRest({
  managers: [
    hydration({
      extractRehydrationInfo(action, { reducerPath }) {
        return action.type === HYDRATE ? action.payload[reducerPath] : undefined
      },
    }),
  ],
})
