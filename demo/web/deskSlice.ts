import { createSlice } from '@reduxjs/toolkit'
import type { PayloadAction } from '@reduxjs/toolkit'
import { isSessionEnd } from './rest'

/** What the person chose. */
export interface DeskState {
  selectedMemberId: string | null
  /** The name of a desk, or `''` for all of them. */
  deskFilter: string
}

const initialState: DeskState = { selectedMemberId: null, deskFilter: '' }

/** What the person looks at: an ordinary slice, which lives beside that of the REST layer. */
export const deskSlice = createSlice({
  name: 'desk',
  initialState,
  reducers: {
    memberSelected(state, action: PayloadAction<string>) {
      state.selectedMemberId = action.payload
    },
    memberClosed(state) {
      state.selectedMemberId = null
    },
    /** Closes the member that is shown if it is one of them, and no other. */
    membersDeleted(state, action: PayloadAction<readonly string[]>) {
      const { selectedMemberId } = state
      if (selectedMemberId === null || !action.payload.includes(selectedMemberId)) return
      state.selectedMemberId = null
    },
    deskFiltered(state, action: PayloadAction<string>) {
      state.deskFilter = action.payload
    },
  },
  extraReducers(builder) {
    // Nothing that somebody chose stays for who comes next.
    builder.addMatcher(isSessionEnd, () => initialState)
  },
})

export const { memberSelected, memberClosed, membersDeleted, deskFiltered } = deskSlice.actions
