/** A defect that the simulator, or the histories of reads, have to find. */
export interface Bug {
  readonly name: string
  /** The suite that has to find it. Default: the simulator */
  readonly suite?: string
  readonly patches: readonly Patch[]
}

/** A change of the source: a text that is there exactly once, and what to put in its place. */
export interface Patch {
  readonly file: string
  readonly find: string
  readonly replace: string
}

/** Histories of writes, jumps and reads, each compared with a fresh read. */
const READS = 'test/store/memoHistory'

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
    name: 'a call joins a read that an earlier task started',
    patches: [
      {
        file: 'src/store/requests/lifecycle.ts',
        find: 'started < runtime.taskStart',
        replace: 'started < -runtime.taskStart',
      },
    ],
  },
  {
    name: 'rows of another session keep their moments',
    patches: [
      {
        file: 'src/store/state/adopt.ts',
        find: '{ ...rest, fetchedAt: 0, landed: 0, ...doubt, ...change }',
        replace: '{ ...rest, ...doubt, ...change }',
      },
    ],
  },
  {
    name: 'a landing reads the row that is shown in place of the confirmed one',
    patches: [
      {
        file: 'src/store/state/confirmed.ts',
        find: 'if (Object.keys(confirmed).length === 0) return source',
        replace: 'return source',
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
        find: 'isNeeded && inFlight.some(mayBringLists)',
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
  {
    name: 'a sweep removes what a request in flight asks for',
    patches: [
      {
        file: 'src/managers/garbage/Collector.ts',
        find: 'of [...live, ...inFlight.all]',
        replace: 'of [...live, ...inFlight.all.slice(inFlight.size)]',
      },
    ],
  },
  {
    name: 'what failed without a network is not fetched when that is back',
    patches: [
      {
        file: 'src/managers/refetchOn.ts',
        find: "this.#refetchSoon('reconnect')",
        replace: '',
      },
    ],
  },
  {
    name: 'what is only expected is stored, and restored',
    patches: [
      {
        file: 'src/managers/persistence/Persister.ts',
        find: 'lastingOf(confirmedState(state))',
        replace: 'lastingOf(state)',
      },
    ],
  },
  {
    name: 'a storage: a mutation is stored after a while',
    patches: [
      {
        file: 'src/managers/persistence/Persister.ts',
        find: "else if (meta?.kind === 'request' && meta.sideEffect && this.#isRead) this.#write()",
        replace: '',
      },
    ],
  },
  {
    name: 'a storage: a mutation in flight leaves fresh rows',
    patches: [
      {
        file: 'src/managers/persistence/restored.ts',
        find: 'const isBehind = isUnsure || ',
        replace: 'const isBehind = ',
      },
    ],
  },
  {
    name: 'a storage: a user who signed out leaves rows for a while',
    patches: [
      {
        file: 'src/managers/persistence/Persister.ts',
        find: 'this.#claim.renew()\n    this.#write()',
        replace: 'this.#claim.renew()',
      },
    ],
  },
  {
    name: 'the requests of a user who signed out land',
    patches: [
      {
        file: 'src/store/Runtime.ts',
        find: 'return started <= this.last.reset',
        replace: 'return started <= -this.last.reset',
      },
      {
        file: 'src/store/state/reducer.ts',
        find: 'if (meta.fetchedAt <= state.lastReset) return state',
        replace: '',
      },
    ],
  },
  {
    name: 'the connection of a user who signed out stays',
    patches: [
      {
        file: 'src/managers/streams/streams.ts',
        find: 'for (const { connection } of this.#connections) connection.reset()',
        replace: '',
      },
    ],
  },
  {
    name: 'what a lost connection has missed is not fetched again',
    patches: [
      {
        file: 'src/managers/streams/Connection.ts',
        find: 'for (const call of this.calls.values()) call.since = Infinity',
        replace: '',
      },
    ],
  },
  {
    name: 'other tabs: a sign-out is not heard',
    patches: [
      {
        file: 'src/managers/persistence/Claim.ts',
        find: 'isOwn && isLatest && to',
        replace: 'isOwn && isLatest && key === ANY && to',
      },
    ],
  },
  {
    name: 'other tabs: a tab writes whoever has signed in',
    patches: [
      {
        file: 'src/managers/persistence/Claim.ts',
        find: 'if (isSame(found, known)) return true',
        replace: 'if (isSame(found, found)) return true',
      },
    ],
  },
  {
    name: 'other tabs: a tab follows each sign-out, not the last one',
    patches: [
      {
        file: 'src/managers/persistence/Claim.ts',
        find: 'const isLatest = newValue === this.#readLeft()',
        replace: 'const isLatest = newValue !== this.#own.version',
      },
    ],
  },
  {
    name: 'other tabs: a write ends the mark of a mutation of another tab',
    patches: [
      {
        file: 'src/managers/persistence/Persister.ts',
        find: '(isForeign || !isKnown)',
        replace: '(isForeign && isKnown)',
      },
    ],
  },
  {
    name: 'versions: a tab writes beside a newer version',
    patches: [
      {
        file: 'src/managers/persistence/Claim.ts',
        find: 'this.isGone = isForeign',
        replace: 'this.isGone = isForeign && generation === this.#leftKey',
      },
    ],
  },
  {
    name: 'versions: what another version has stored is restored as it is',
    patches: [
      {
        file: 'src/managers/persistence/restored.ts',
        find: 'const isCurrent = head.version === version',
        replace: 'const isCurrent = head.version !== undefined || head.version === version',
      },
    ],
  },
  {
    name: 'listeners: a store that has ended listens to the page',
    patches: [
      {
        file: 'src/managers/persistence/Persister.ts',
        find: 'for (const stop of this.#stopListening) stop()',
        replace: 'this.#stopListening.slice()',
      },
    ],
  },
  {
    name: 'listeners: a poll that has ended listens to the network',
    patches: [
      {
        file: 'src/managers/PollingManager.ts',
        find: 'stopListening?.()',
        replace: 'stopListening?.name.at(0)',
      },
    ],
  },
  {
    name: 'hydration: a state from before a reset comes back',
    patches: [
      {
        file: 'src/managers/hydration/hydration.ts',
        find: 'if (Math.min(takeover.newest, date) <= runtime.last.reset) return',
        replace: '',
      },
    ],
  },
  {
    name: 'hydration: an older row replaces the one here',
    patches: [
      {
        file: 'src/managers/hydration/hydratedRows.ts',
        find: 'stored && asOfLastChange(stored, isList)',
        replace:
          'stored && asOfLastChange({ ...stored, meta: { ...stored.meta, fetchedAt: 0, date: 0, landed: 0 } }, isList)',
      },
    ],
  },
  {
    name: 'hydration: what a mutation may have changed is fresh',
    patches: [
      {
        file: 'src/managers/hydration/hydratedRows.ts',
        find: 'stored === undefined && moment < last.mutation',
        replace: 'stored === undefined && times.fetchedAt < -last.mutation',
      },
    ],
  },
  {
    name: 'polling: a poll is the last one',
    patches: [
      {
        file: 'src/managers/PollingManager.ts',
        find: '      if (this.#request === request) this.#request = undefined\n      this.schedule()',
        replace: '      if (this.#request === request) this.#request = undefined',
      },
    ],
  },
  {
    name: 'a row that was deleted and has the same data is taken for unchanged',
    suite: READS,
    patches: [
      {
        file: 'src/normalize/CacheEntry.ts',
        find: 'return row?.data === this.data && (row?.invalid ?? false) === wasInvalid',
        replace: 'return row?.data === this.data || wasInvalid',
      },
    ],
  },
  {
    name: 'members of a cycle do not depend on what the others were built from',
    suite: READS,
    patches: [
      {
        file: 'src/normalize/DenormalizeBuilder.ts',
        find: 'const cycle = [cycleDependency(members, dependencies, version)]',
        replace: 'const cycle = [cycleDependency(members, [], version)]',
      },
    ],
  },
  {
    name: 'changed members of a long list are not read again',
    suite: READS,
    patches: [
      {
        file: 'src/normalize/ListCacheEntry.ts',
        find: 'of positionsAfter(edit, since ?? dependencies.keys())',
        replace: 'of positionsAfter(edit, [])',
      },
    ],
  },
  {
    name: 'what depends on arguments is not marked so',
    suite: READS,
    patches: [
      {
        file: 'src/normalize/DenormalizeBuilder.ts',
        find: 'if (entry.isArgsDependent) this.top.isArgsDependent = true',
        replace: 'if (entry.isArgsDependent) this.top.isArgsDependent = false',
      },
    ],
  },
]
