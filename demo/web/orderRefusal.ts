import { createSlice } from '@reduxjs/toolkit'
import type { PayloadAction } from '@reduxjs/toolkit'
import { matchPending } from 'rtk-rest'
import { deleteOrder, moveOrder } from './resources/Order'

/** Why the last change of an order was refused. */
export interface OrderRefusal {
  readonly id: string
  readonly text: string
}

/** In the store and not in the board, which would render all of itself for one card; the next change clears it. */
export const orderRefusalSlice = createSlice({
  name: 'orderRefusal',
  initialState: null as OrderRefusal | null,
  reducers: {
    orderRefused: (_state, action: PayloadAction<OrderRefusal>) => action.payload,
  },
  extraReducers(builder) {
    builder.addMatcher(matchPending(moveOrder, deleteOrder), () => null)
  },
})

export const { orderRefused } = orderRefusalSlice.actions
