/** A defect that the simulator has to find. */
export interface Bug {
  readonly name: string
  readonly patches: readonly Patch[]
}

/** A change of the source: a text that is there exactly once, and what to put in its place. */
export interface Patch {
  readonly file: string
  readonly find: string
  readonly replace: string
}

/** The defects that are planted, one at a time. */
export const BUGS: readonly Bug[] = [
  {
    name: 'two stamps of one millisecond are equal',
    patches: [
      {
        file: 'src/schema/contract.ts',
        find: 'one.fetchedAt - other.fetchedAt || one.seq - other.seq',
        replace: 'one.fetchedAt - other.fetchedAt',
      },
    ],
  },
  {
    name: 'mutations are compared by their start alone',
    patches: [
      {
        file: 'src/normalize/landing.ts',
        find: 'return overlap !== undefined && (overlap.isDeleted || overlap.writes.length > 0)',
        replace: 'return overlap !== undefined && overlap.isDeleted',
      },
    ],
  },
  {
    name: 'the last reset is ignored',
    patches: [
      {
        file: 'src/store/Runtime.ts',
        find: 'return compareOrder(order, this.state.lastReset) <= 0',
        replace: 'return order === this.state.lastReset',
      },
      {
        file: 'src/store/state/reducer.ts',
        find: '  if (compareOrder(action.meta, state.lastReset) <= 0) return state\n',
        replace: '',
      },
    ],
  },
  {
    name: 'what was invalidated while it was loading is not requested again',
    patches: [
      {
        file: 'src/store/Runtime.ts',
        find: '    if (isBefore(order, row?.invalidated)) return false\n',
        replace: '',
      },
      {
        file: 'src/store/observe/EndpointObserver.ts',
        find: '      this.#runtime.refetches.because(request.call, () => this.notify(false))\n',
        replace: '      return\n',
      },
    ],
  },
  {
    name: 'changes of lists are not logged',
    patches: [
      {
        file: 'src/store/requests/toCommitPayload.ts',
        find: `    isSet: isByHand && !isMutation,
    changes,
    ...(page`,
        replace: `    isSet: isByHand && !isMutation,
    changes: [],
    ...(page`,
      },
    ],
  },
  {
    name: 'readers are notified only where the data is another',
    patches: [
      {
        file: 'src/store/observe/deriveView.ts',
        find: '{ view }: Shown): View {\n  if (!isWaiting(view) && view.data',
        replace: '{ presented: view }: Shown): View {\n  if (view !== undefined && view.data',
      },
    ],
  },
]
