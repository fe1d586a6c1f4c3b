// What the libraries are given: issues with 13 fields, who opened them, three labels and a milestone, in six shapes.

export type Id = string | number
export type Kind = 'Issue' | 'Pull' | 'User' | 'Label' | 'Milestone' | 'Team'

/** One object of a payload, and what libraries give back for it. */
export interface Item {
  readonly id: Id
  readonly title?: string
  readonly user?: Item
  readonly [field: string]: unknown
}

/** Which fields of a kind hold other kinds; in brackets where they hold a list. */
export type Refs = Readonly<Partial<Record<Kind, Readonly<Record<string, Kind | readonly [Kind]>>>>>

export interface Shape {
  readonly name: string
  readonly refs: Refs
  /** By the value of `type`, what a member of the list is; without it, all are issues. */
  readonly union?: Readonly<Record<string, Kind>>
  make(count: number): Item[]
}

/** The plain fields of each kind, for those who have to name them. */
export const FIELDS: Readonly<Record<Kind, readonly string[]>> = {
  Issue: [
    'id',
    'number',
    'title',
    'body',
    'state',
    'comments',
    'locked',
    'html_url',
    'reactions',
    'author_association',
    'created_at',
    'updated_at',
    'closed_at',
  ],
  Pull: ['id', 'number', 'title', 'body', 'state', 'merged_at'],
  User: ['id', 'login', 'avatar_url'],
  Label: ['id', 'name', 'color'],
  Milestone: ['id', 'title', 'due_on'],
  Team: ['id', 'name'],
}

const REFS: Refs = { Issue: { user: 'User', labels: ['Label'], milestone: 'Milestone' } }

const tenth = (count: number): number => Math.ceil(count / 10)

/** The data of every row that does not say otherwise. */
export const issues: Shape = {
  name: 'issues',
  refs: REFS,
  make: (count) => list(count, (at) => makeIssue(at, tenth(count), uuid)),
}

const flat: Shape = {
  name: 'flat',
  refs: {},
  make: (count) => list(count, (at) => plainIssue(at, uuid)),
}

const deep: Shape = {
  name: 'nested three deep',
  refs: {
    Issue: { milestone: 'Milestone' },
    Milestone: { creator: 'User' },
    User: { team: 'Team' },
  },
  make: (count) =>
    list(count, (at) => {
      const milestone = at % tenth(count)
      const team = { id: uuid('Team', milestone % 5), name: `team${milestone % 5}` }
      const creator = { ...makeUser(milestone, uuid), team }
      return {
        ...plainIssue(at, uuid),
        milestone: { ...makeMilestone(milestone, uuid), creator },
      }
    }),
}

/** Plain issues by keys of one kind. */
export function keyedBy(name: string, keyAt: (at: number) => string): Shape {
  return { name, refs: {}, make: (count) => list(count, (at) => plainIssue(at, () => keyAt(at))) }
}

export function randomKey(at: number): string {
  return uuid('Issue', at)
}

const shared: Shape = {
  name: 'shared children',
  refs: REFS,
  make: (count) => list(count, (at) => makeIssue(at, 5, uuid)),
}

const polymorphic: Shape = {
  name: 'polymorphic',
  refs: { Issue: { user: 'User' }, Pull: { user: 'User' } },
  union: { issue: 'Issue', pull: 'Pull' },
  make: (count) =>
    list(count, (at) => {
      const user = makeUser(at % tenth(count), uuid)
      return at % 2 === 0
        ? { type: 'issue', ...plainIssue(at, uuid), user }
        : { type: 'pull', ...makePull(at), user }
    }),
}

const numeric: Shape = {
  name: 'numeric keys',
  refs: REFS,
  make: (count) => list(count, (at) => makeIssue(at, tenth(count), (_, index) => index + 1)),
}

export const shapes: readonly Shape[] = [issues, flat, deep, shared, polymorphic, numeric]

/** An issue that is not among those that `issues.make` gives for sizes up to 1,000,000. */
export function outsider(at = 0): Item {
  return makeIssue(1_000_000 + at, 10, uuid)
}

type MakeId = (kind: Kind, at: number) => Id

function list(count: number, make: (at: number) => Item): Item[] {
  return Array.from({ length: count }, (_, at) => make(at))
}

function makeIssue(at: number, users: number, id: MakeId): Item {
  return {
    ...plainIssue(at, id),
    user: makeUser(at % users, id),
    labels: [at, at + 7, at + 13].map((label) => makeLabel(label % 20, id)),
    milestone: makeMilestone(at % 12, id),
  }
}

function plainIssue(at: number, id: MakeId): Item {
  return {
    id: id('Issue', at),
    number: at,
    title: `Issue ${at}`,
    body: `What happened in ${at}, what should have happened, and how to see it happen.`,
    state: at % 3 === 0 ? 'closed' : 'open',
    comments: at % 7,
    locked: false,
    html_url: `https://example.com/rest/issues/${at}`,
    reactions: at % 5,
    author_association: 'CONTRIBUTOR',
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-02T00:00:00Z',
    closed_at: null,
  }
}

function makePull(at: number): Item {
  return {
    id: uuid('Pull', at),
    number: at,
    title: `Pull ${at}`,
    body: `What changes in ${at}, and why.`,
    state: 'open',
    merged_at: null,
  }
}

function makeUser(at: number, id: MakeId): Item {
  return { id: id('User', at), login: `user${at}`, avatar_url: `https://example.com/u/${at}.png` }
}

function makeLabel(at: number, id: MakeId): Item {
  return { id: id('Label', at), name: `label ${at}`, color: 'ff8800' }
}

function makeMilestone(at: number, id: MakeId): Item {
  return { id: id('Milestone', at), title: `Milestone ${at}`, due_on: '2026-06-01' }
}

const KINDS: readonly Kind[] = ['Issue', 'Pull', 'User', 'Label', 'Milestone', 'Team']

/** The same key for the same kind and number in every run; its digits look like chance, as those of real ones do. */
function uuid(kind: Kind, at: number): string {
  const seed = at * KINDS.length + KINDS.indexOf(kind)
  const hex = [1, 2, 3, 4].map((part) =>
    scramble(seed * 4 + part)
      .toString(16)
      .padStart(8, '0'),
  )
  const digits = hex.join('')
  return [0, 8, 12, 16, 20]
    .map((from, part) => digits.slice(from, [8, 12, 16, 20, 32][part]))
    .join('-')
}

function scramble(seed: number): number {
  let mixed = Math.imul(seed ^ (seed >>> 16), 0x45d9f3b)
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45d9f3b)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
