import { configureStore } from '@reduxjs/toolkit'
import {
  backoff,
  createRest,
  devToolsOptions,
  Entity,
  matchFulfilled,
  resource,
  serial,
  updates,
} from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import { PollingManager } from 'rtk-rest/polling'
import { progressFetch } from 'rtk-rest/xhr'

class Task extends Entity {
  id = ''
  title = ''
  static override key = 'Task'
}

const Base = resource({
  urlPrefix: 'https://api.example.com',
  path: '/tasks/:id',
  schema: Task,
  optimistic, // optimistic: true
  retry: backoff({ retries: 3 }), // retry: 3
})

export const TaskResource = Base.extend({
  partialUpdate: {
    scope: [serial, ({ id }) => `task ${id}`], // scope: ({ id }) => …
    expireAll: [Base.getList], // expires: […]
  },
  create: {
    update: [updates, (id: string) => ({ '/ids': (ids: readonly string[]) => [id, ...ids] })], // update: (id) => …
  },
})

export const rest = createRest({
  fetchFn: progressFetch, // progress was part of the core
  managers: [new PollingManager()], // for retain and subscribe alone; hooks bring it
})

export const store = configureStore({
  reducer: { [rest.reducerPath]: rest.reducer },
  middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(rest.middleware),
  devTools: devToolsOptions(rest), // rest.devToolsOptions()
})

export const isCreated = matchFulfilled(TaskResource.create) // rest.matchFulfilled(…)
