import { configureStore, createAction, createReducer } from '@reduxjs/toolkit'
import createSagaMiddleware, { CANCEL } from 'redux-saga'
import { call, put, takeEvery, takeLatest } from 'redux-saga/effects'
import {
  createRest,
  Entity,
  type FulfilledAction,
  matchFulfilled,
  resource,
  type RestThunk,
  type FetchPromise,
} from 'rtk-rest'
import { API } from '../api'

class Track extends Entity {
  id = ''
  title = ''
  static override key = 'Track'
}

interface Search {
  readonly q?: string
}

const noSearch: Search = {}

export const TrackResource = resource({
  urlPrefix: API,
  path: '/tracks/:id',
  searchParams: noSearch,
  schema: Track,
})

export const searched = createAction<string>('searched')
export const found = createAction<number>('found')
export const failed = createAction<string>('failed')
export const saved = createAction<string>('saved')

const notice = createReducer('', (builder) =>
  builder
    .addCase(found, (_, { payload }) => `${payload} found`)
    .addCase(failed, (_, { payload }) => payload)
    .addCase(saved, (_, { payload }) => `${payload} saved`),
)

const saga = createSagaMiddleware()

export const rest = createRest()

export const store = configureStore({
  reducer: { [rest.reducerPath]: rest.reducer, notice },
  middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(saga, rest.middleware),
})

/** For `call`: a promise of the data. A saga that is cancelled aborts the request. */
function send<Value>(thunk: RestThunk<FetchPromise<Value>>): Promise<Value> {
  const request = store.dispatch(thunk)
  return Object.assign(request.unwrap(), { [CANCEL]: () => request.abort() })
}

function* search({ payload: q }: ReturnType<typeof searched>) {
  try {
    const tracks: Track[] = yield call(send, rest.fetch(TrackResource.getList, { q }))
    yield put(found(tracks.length))
  } catch (error) {
    yield put(failed((error as Error).message))
  }
}

function* tell({ payload }: FulfilledAction) {
  yield put(saved(String(payload.result)))
}

saga.run(function* root() {
  yield takeLatest(searched, search)
  yield takeEvery(matchFulfilled(TrackResource.update), tell)
})
