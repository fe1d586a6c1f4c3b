import type { Dispatch } from 'redux'
import type { Seam } from '../../util/seam'

/** A thunk of this library: any store with the thunk middleware takes it. */
export type RestThunk<Result> = (dispatch: Dispatch, getState: () => Seam, extra: Seam) => Result
