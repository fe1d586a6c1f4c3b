import type { Dispatch } from 'redux'
import type { Seam } from '../../util/seam'

/** A thunk of this library: any store with the thunk middleware takes it. */
export type RestThunk<Result> = (dispatch: Dispatch, getState: () => Seam, extra: Seam) => Result

/** The arguments of a call and one thing more, also where the last of the arguments may be left out. */
export type ArgsAnd<Args extends readonly unknown[], Last> = [] extends Args
  ? [last: Last] | [...args: Required<Args>, last: Last]
  : [...args: Args, last: Last]
