// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { endpointRows, keptRows } from './semantics/endpointRows'
import { listRows } from './semantics/listRows'
import { optionRows } from './semantics/optionRows'
import { policyRows } from './semantics/policyRows'
import { stepRows } from './semantics/stepRows'

// Every member of an endpoint with its default, and what it does. Details have files of their own beside this one.

describe.each([
  ['Endpoint', [...endpointRows, ...keptRows]],
  ['the options that a store uses', policyRows],
  ['the options of a RestEndpoint', optionRows],
  ['the steps of a RestEndpoint', stepRows],
  ['a list endpoint', listRows],
])('%s', (_, rows) => {
  it.each(
    rows.map(([member, theDefault, ...rest]) => [member, theDefault || '–', ...rest] as const),
  )('%s (default: %s) %s', async (_member, _default, _behaviour, check) => {
    expect.hasAssertions()
    await check()
  })
})
