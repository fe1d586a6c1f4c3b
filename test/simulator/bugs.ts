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
        find: 'return started <= this.#lastReset',
        replace: 'return started === this.#lastReset',
      },
      {
        file: 'src/store/state/reducer.ts',
        find: '  if (action.meta.fetchedAt <= state.lastReset) return state\n',
        replace: '',
      },
    ],
  },
  {
    name: 'rows of another session keep their moments',
    patches: [
      {
        file: 'src/store/state/adopt.ts',
        find: '{ ...notAfter(meta, date), fetchedAt: 0, landed: 0 }',
        replace: 'meta',
      },
    ],
  },
  {
    name: 'what was invalidated while it was loading is not requested again',
    patches: [
      {
        file: 'src/store/Runtime.ts',
        find: '    if (isBefore(started, row?.invalidated)) return false\n',
        replace: '',
      },
      {
        file: 'src/store/observe/EndpointObserver.ts',
        find: '      this.notify(false)\n      this.ask()\n',
        replace: '',
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
        file: 'src/store/observe/EndpointObserver.ts',
        find: '    this.#subscriber?.onView?.()\n',
        replace: '    if (!wasWaiting) this.#subscriber?.onView?.()\n',
      },
    ],
  },
  {
    name: 'layers are not computed again at a commit',
    patches: [
      {
        file: 'src/store/requests/OptimisticUpdates.ts',
        find: '(it) => isConcerned(it, changed), changed)',
        replace: '() => false, changed)',
      },
    ],
  },
  {
    name: 'a mutation that fails puts back the rows that were there when it started',
    patches: [
      {
        file: 'src/store/requests/OptimisticUpdates.ts',
        find: "import { mapValues } from '../../util/record'\n",
        replace: "import { getOwn, mapValues } from '../../util/record'\n",
      },
      {
        file: 'src/store/requests/OptimisticUpdates.ts',
        find: "import { rows, setRows } from '../state/table'\n",
        replace: "import { getRow, rows, setRows } from '../state/table'\n",
      },
      {
        file: 'src/store/requests/OptimisticUpdates.ts',
        find: '  readonly #updates = new Map<string, OptimisticUpdate>()\n',
        replace: `  readonly #updates = new Map<string, OptimisticUpdate>()
  readonly before = new Map<string, OptimisticLayer['entities']>()
`,
      },
      {
        file: 'src/store/requests/OptimisticUpdates.ts',
        find: '    this.#updates.set(requestId, update)\n',
        replace: `    this.#updates.set(requestId, update)
    const rowsBefore = mapValues(update.layer.entities, (rows, schemaKey) =>
      mapValues(rows, (row, pk) => {
        const stored = getRow(getOwn(state.entities, schemaKey), pk)
        return stored ?? { ...row, invalid: true }
      }),
    )
    this.before.set(requestId, rowsBefore)
`,
      },
      {
        file: 'src/store/requests/settleRequest.ts',
        find: '  const written = lost.length > 0 ? doubtful(lost, landed) : brought\n',
        replace: `  const rowsBefore = runtime.optimistic.before.get(call.requestId) ?? {}
  const entities: Record<string, Record<string, unknown>> = {}
  for (const [schemaKey, rows] of Object.entries(rowsBefore)) {
    entities[schemaKey] = {}
    for (const [pk, row] of Object.entries(rows)) {
      entities[schemaKey][pk] = { ...row, meta: { ...row.meta, landed } }
    }
  }
  const written = { ...brought, entities } as { entities: typeof rowsBefore }
`,
      },
    ],
  },
  {
    name: 'the response to a poll drops the layers',
    patches: [
      {
        file: 'src/store/requests/settleRequest.ts',
        find: '  if (isMutation) runtime.noteMutation(landed)\n  return runtime.actions.fulfilled(payload, meta)\n',
        replace: `  if (isMutation) runtime.noteMutation(landed)
  const isPoll = endpoint.pollFrequency !== undefined
  const dropped = runtime.state.optimistic.map(({ requestId }) => requestId)
  return runtime.actions.fulfilled(isPoll ? { ...payload, optimistic: { dropped } } : payload, meta)
`,
      },
    ],
  },
  {
    name: 'a mutation of a row that is being created is sent at once',
    patches: [
      {
        file: 'src/store/requests/lifecycle.ts',
        find: '  const before = [...creationsOf(request.call, inFlight), ...(others ? [others] : [])]\n',
        replace: '  const before = others ? [others] : []\n',
      },
    ],
  },
  {
    name: 'two mutations of one scope are sent at the same time',
    patches: [
      {
        file: 'src/store/requests/InFlightRequest.ts',
        find: '    return before\n  }\n\n  /** Has mutations that name',
        replace: '    return before && Promise.resolve()\n  }\n\n  /** Has mutations that name',
      },
    ],
  },
]
