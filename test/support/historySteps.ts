import * as fc from 'fast-check'
import { ids, tagIds, type Write } from './history'

// Few ids, so that steps meet; the list is long all the same.
const node = fc.constantFrom(...ids.slice(0, 5), 'n39')
const tag = fc.constantFrom(...tagIds)
const name = fc.constantFrom('name 0', 'name 1', 'other')
const members = fc.oneof(
  fc.subarray(ids, { minLength: 34 }),
  fc.constant(ids),
  fc.constant(ids.toReversed()),
  fc.uniqueArray(node, { maxLength: 4 }),
)

/** Anything that may happen; what keeps long lists long and simple comes more often. */
export const write: fc.Arbitrary<Write> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('rename' as const), node, name }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('label' as const), tag, label: name }) },
  fc.record({ do: fc.constant('tags' as const), node, tags: fc.uniqueArray(tag) }),
  fc.record({ do: fc.constant('may' as const), node, may: fc.option(node) }),
  fc.record({ do: fc.constant('must' as const), node, must: fc.oneof(node, tag) }),
  fc.record({ do: fc.constant('all' as const), node }),
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('price' as const),
      node,
      currency: fc.constantFrom('eur', 'usd'),
      price: fc.nat(2),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('gone' as const), id: fc.oneof(node, tag) }),
  },
  fc.record({ do: fc.constantFrom('list' as const, 'push' as const), ids: members }),
  fc.record({
    do: fc.constantFrom('remove' as const, 'map' as const),
    ids: fc.uniqueArray(node, { maxLength: 3 }),
  }),
  fc.record({
    do: fc.constant('mixed' as const),
    ids: fc.uniqueArray(fc.oneof(node, tag), { maxLength: 5 }),
  }),
)
