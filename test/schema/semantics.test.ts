import { describe, expect, it } from 'vitest'
import { collection } from './semantics/collection'
import { collectionChanges } from './semantics/collectionChanges'
import { computed } from './semantics/computed'
import { containers } from './semantics/containers'
import { engine } from './semantics/engine'
import { entity } from './semantics/entity'
import { entityReads } from './semantics/entityReads'
import { mixin, propagation } from './semantics/propagation'
import { scalar } from './semantics/scalar'
import { unions } from './semantics/unions'

// Every member and edge of the semantics that we share with data-client, and what we do otherwise on purpose.
const rules = [
  ...engine,
  ...entity,
  ...entityReads,
  ...propagation,
  ...mixin,
  ...containers,
  ...unions,
  ...computed,
  ...scalar,
  ...collection,
  ...collectionChanges,
]

describe('the semantics of schemas, compared with data-client,', () => {
  it.each(rules)('%s: %s', async (_section, _says, test) => {
    expect.hasAssertions()
    await test()
  })
})
