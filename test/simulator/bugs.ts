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
        file: 'src/store/state/expiry.ts',
        find: 'Math.max(Date.now(), last + TICK)',
        replace: 'Math.max(Date.now(), last)',
      },
    ],
  },
  {
    name: 'a read that was requested before the moment of a row replaces it',
    patches: [
      {
        file: 'src/normalize/PendingRow.ts',
        find: '!landing.isMutation && this.stored !== undefined',
        replace: '!landing.isMutation && landing.started === Infinity',
      },
    ],
  },
  {
    name: 'rows of another session keep their moments',
    patches: [
      {
        file: 'src/store/state/adopt.ts',
        find: '{ ...rest, fetchedAt: 0, landed: 0, ...doubt }',
        replace: '{ ...rest, ...doubt }',
      },
    ],
  },
  {
    name: 'a landing reads the row that is shown in place of the confirmed one',
    patches: [
      {
        file: 'src/store/state/confirmed.ts',
        find: 'if (Object.keys(state.confirmed).length === 0) return source',
        replace: 'if (Object.keys(state.confirmed).length >= 0) return source',
      },
    ],
  },
  {
    name: 'the row of the server is lost where a pending change covers it',
    patches: [
      {
        file: 'src/managers/optimism/coveredRows.ts',
        find: 'place(confirmed, schemaKey, pk, base ?? null)',
        replace: 'place(confirmed, schemaKey, pk, before ?? base ?? null)',
      },
    ],
  },
  {
    name: 'what is expected does not go over what a read brings',
    patches: [
      {
        file: 'src/managers/optimism/OptimisticUpdates.ts',
        find: 'this.#updates.size === 0 || payload.confirmed',
        replace: 'this.#updates.size === 0 || !isOfMutation(meta) || payload.confirmed',
      },
    ],
  },
  {
    name: 'changes of lists are not kept for the responses that lack them',
    patches: [
      {
        file: 'src/store/requests/ListJournal.ts',
        find: 'landed.changes.length > 0 && inFlight.some(mayBringLists)',
        replace: 'inFlight.length < 0',
      },
    ],
  },
  {
    name: 'a mutation of a row that is being created is sent at once',
    patches: [
      {
        file: 'src/managers/optimism/OptimisticUpdates.ts',
        find: 'if (keys.length === 0) return run()',
        replace: 'if (keys.length >= 0) return run()',
      },
    ],
  },
  {
    name: 'two mutations of one scope are sent at the same time',
    patches: [
      {
        file: 'src/managers/serial.ts',
        find: 'before.length === 0 ? run()',
        replace: 'before.length >= 0 ? run()',
      },
    ],
  },
]
