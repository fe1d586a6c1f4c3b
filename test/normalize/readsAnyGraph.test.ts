import * as fc from 'fast-check'
import { denormalize, Entity, type EntityRow, type Schema } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { row } from '../schema/rows'

/** A node that needs its `must`, can do without its `may`, and lists its `all`. */
class Node extends Entity {
  id = ''
  must: Node | { readonly needed: true } = { needed: true }
  may: Node | undefined = undefined
  all: readonly Node[] = []
  static override key = 'Node'
  static override schema: Record<string, Schema> = {}
}
Object.assign(Node.schema, { must: Node, may: Node, all: [Node] })

interface NodeData {
  readonly id: string
  readonly must?: string
  readonly may?: string
  readonly all?: readonly string[]
}

type Graph = readonly { readonly data: NodeData; readonly invalid: boolean }[]

const MISSING = 'missing'

/** Nodes in a row, most of which refer to the next one, and some to any other; one of `sound` must not be shown. */
const graph = (size: number, sound: number) => {
  const anyId = fc.oneof(
    fc.nat({ max: size - 1 }).map(String),
    fc.constant(MISSING),
    fc.constant(undefined),
  )
  const node = fc.record({
    link: fc.oneof(
      { weight: 5, arbitrary: fc.constant('must') },
      { weight: 3, arbitrary: fc.constant('may') },
      { weight: 3, arbitrary: fc.constant('all') },
      { weight: 1, arbitrary: fc.constant(size < 10 ? 'none' : 'may') },
    ),
    must: anyId,
    may: anyId,
    all: fc.array(fc.nat({ max: size - 1 }).map(String), { maxLength: 2 }),
    extras: fc.boolean(),
    invalid: fc.nat({ max: sound }).map((it) => it === 0),
  })
  return fc.array(node, { minLength: size, maxLength: size }).map((nodes): Graph =>
    nodes.map(({ link, must, may, all, extras, invalid }, at) => {
      const next = String(at + 1)
      const refs = {
        must: link === 'must' ? next : extras ? must : undefined,
        may: link === 'may' ? next : extras ? may : undefined,
        all: link === 'all' ? [...all, next] : extras ? all : undefined,
      }
      const given = Object.entries(refs).filter(([, value]) => value !== undefined)
      return { data: { id: String(at), ...Object.fromEntries(given) }, invalid }
    }),
  )
}

/** The ids of what must not be shown: what is invalid, and what needs something that must not be shown. */
function hiddenIds(nodes: Graph): Set<string> {
  const hidden = new Set(nodes.filter(({ invalid }) => invalid).map(({ data }) => data.id))
  for (let size = -1; size !== hidden.size;) {
    size = hidden.size
    for (const { data } of nodes) {
      if (data.must !== undefined && hidden.has(data.must)) hidden.add(data.id)
    }
  }
  return hidden
}

/** The differences between the result and the graph. */
function mistakes(nodes: Graph, read: ReadonlyMap<string, Node | undefined>): string[] {
  const hidden = hiddenIds(nodes)
  const isThere = (id: string | undefined): boolean =>
    id !== undefined && !hidden.has(id) && Number(id) < nodes.length
  const problems: string[] = []
  for (const { data } of nodes) {
    const node = read.get(data.id)
    if ((node !== undefined) !== isThere(data.id)) problems.push(`${data.id} is shown wrongly`)
    if (node === undefined) continue
    for (const field of ['must', 'may'] as const) {
      if (data[field] === undefined) continue
      const id = isThere(data[field]) ? data[field] : undefined
      if ((node[field] as Node | undefined)?.id !== id) problems.push(`${data.id}.${field}`)
    }
    const all = (data.all ?? []).filter(isThere)
    if (node.all.map(({ id }) => id).join() !== all.join()) problems.push(`${data.id}.all`)
  }
  return problems
}

/** Every node that can be reached from these. */
function reach(roots: readonly (Node | undefined)[]): Map<string, Node> {
  const found = new Map<string, Node>()
  const queue = [...roots]
  for (let node = queue.pop(); queue.length > 0 || node !== undefined; node = queue.pop()) {
    if (!(node instanceof Node) || found.get(node.id) === node) continue
    found.set(node.id, node)
    queue.push(node.must as Node, node.may, ...node.all)
  }
  return found
}

function tableOf(nodes: Graph): { readonly Node: Record<string, EntityRow> } {
  return { Node: Object.fromEntries(nodes.map((it) => [it.data.id, row(it.data, it.invalid)])) }
}

describe.each([
  ['small', 6, 6, 300],
  ['long', 180, 100, 10],
])('a %s random graph of entities, some of them invalid,', (_, size, sound, numRuns) => {
  it('is read correctly from each of its nodes', () => {
    fc.assert(
      fc.property(graph(size, sound), (nodes) => {
        const tables = tableOf(nodes)
        const read = new Map(
          nodes.map(({ data: { id } }) => [id, denormalize(Node, id, tables)] as const),
        )
        expect(mistakes(nodes, read)).toEqual([])
      }),
      { numRuns, endOnFailure: size > 100 },
    )
  })

  it('is read correctly as one list, with one object for each node', () => {
    fc.assert(
      fc.property(graph(size, sound), (nodes) => {
        const list =
          denormalize(
            [Node],
            nodes.map(({ data }) => data.id),
            tableOf(nodes),
          ) ?? []
        const read = new Map(list.map((node) => [node.id, node] as const))
        expect(mistakes(nodes, read)).toEqual([])
        for (const [id, node] of reach(list)) expect(read.get(id)).toBe(node)
      }),
      { numRuns, endOnFailure: size > 100 },
    )
  })
})

describe('a long chain that ends in a cycle with an invalid entity', () => {
  const chain = Array.from({ length: 97 }, (_, at) => ({ id: `p${at}`, may: `p${at + 1}` }))
  const nodes: Graph = [
    ...chain.slice(0, -1),
    { id: 'p96', may: 'g0' },
    { id: 'g0', all: ['g6', 'g9'] },
    { id: 'g1', must: 'gone' },
    { id: 'gone' },
    { id: 'g5', may: 'g9' },
    { id: 'g6', must: 'g1' },
    { id: 'g9', must: 'p93' },
  ].map((data) => ({ data, invalid: data.id === 'gone' }))
  const ids = nodes.map(({ data }) => data.id)

  it('is read with one object for each row', () => {
    const list = denormalize([Node], ids, tableOf(nodes)) ?? []
    const byId = new Map(list.map((node) => [node.id, node] as const))
    expect([...byId.keys()]).toEqual(ids.filter((id) => !['gone', 'g1', 'g6'].includes(id)))
    expect(byId.get('g5')?.may).toBe(byId.get('g9'))
    expect(byId.get('g0')?.all).toEqual([byId.get('g9')])
    for (const [id, node] of reach(list)) expect(byId.get(id)).toBe(node)
  })
})
