import { configureStore, createAction, createReducer, type UnknownAction } from '@reduxjs/toolkit'
import { combineEpics, createEpicMiddleware, type Epic } from 'redux-observable'
import {
  createRest,
  Entity,
  type FetchPromise,
  matchFulfilled,
  resource,
  type RestThunk,
} from 'rtk-rest'
import {
  catchError,
  defer,
  filter,
  finalize,
  from,
  map,
  mergeMap,
  type Observable,
  of,
  takeUntil,
} from 'rxjs'
import { API } from '../api'

class Report extends Entity {
  id = ''
  pages = 0
  static override key = 'Report'
}

export const ReportResource = resource({ urlPrefix: API, path: '/reports/:id', schema: Report })

export const opened = createAction<string>('opened')
export const closed = createAction('closed')
export const printed = createAction<number>('printed')
export const failed = createAction<string>('failed')

const printer = createReducer('', (builder) =>
  builder
    .addCase(printed, (_, { payload }) => `${payload} pages`)
    .addCase(failed, (_, { payload }) => payload),
)

const epics = createEpicMiddleware<UnknownAction>()

export const rest = createRest()

export const store = configureStore({
  reducer: { [rest.reducerPath]: rest.reducer, printer },
  middleware: (getDefaultMiddleware) => getDefaultMiddleware().concat(epics, rest.middleware),
})

/** The data of a request, which is sent with each subscription and aborted where that ends. */
function send<Value>(thunk: RestThunk<FetchPromise<Value>>): Observable<Value> {
  return defer(() => {
    const request = store.dispatch(thunk)
    return from(request.unwrap()).pipe(finalize(() => request.abort()))
  })
}

type AppEpic = Epic<UnknownAction, UnknownAction>

const printReports: AppEpic = (action$) =>
  action$.pipe(
    filter(opened.match),
    mergeMap(({ payload: id }) =>
      send(rest.fetch(ReportResource.get, { id })).pipe(
        map(({ pages }) => printed(pages)),
        catchError((error: Error) => of(failed(error.message))),
        takeUntil(action$.pipe(filter(closed.match))),
      ),
    ),
  )

const openCreated: AppEpic = (action$) =>
  action$.pipe(
    filter(matchFulfilled(ReportResource.getList.push)),
    map(({ payload }) => opened(String(payload.result))),
  )

epics.run(combineEpics(printReports, openCreated))
