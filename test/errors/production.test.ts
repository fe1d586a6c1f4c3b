// @vitest-environment happy-dom
import { readFileSync } from 'node:fs'
import { Entity, normalize, Scalar, Union, Values } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { User } from '../support/world'
import { type CatalogueEntry, entries } from './catalogue'
import { raise } from './raise'

const page = readFileSync('docs/errors.md', 'utf8')
const SECRET = 'hunter2'

/** The message that docs/errors.md promises. */
function messageOf({ code, facts, path }: CatalogueEntry): string {
  const message = facts === undefined ? `rtk-rest/${code}` : `rtk-rest/${code}: ${facts}`
  return path === undefined ? message : `${path}: ${message}`
}

describe('a production build has the code and the facts, and nothing else, in the message of', () => {
  it.each(entries.map((entry) => [entry.code, entry] as const))('rtk-rest/%s', async (_, entry) => {
    const { message, raisedAs, error } = await raise(entry)
    expect(message).toBe(messageOf(entry))
    expect(message).not.toContain(entry.secret ?? 'no secret')
    expect(page).toContain(`\n### rtk-rest/${entry.code}\n`)
    expect(raisedAs).toBe(entry.raises)
    expect(error instanceof TypeError).toBe(entry.raises === 'TypeError')
    expect((error as { path?: string } | undefined)?.path).toBe(entry.path)
  })
})

describe('an error that a server causes has a short text in a production build:', () => {
  class Company extends Entity {
    id = ''
    static override key = 'Company'
  }
  const share = new Scalar({ lens: () => 'a', key: 'share', entity: Company })
  const Member = new Union({ user: User, company: Company }, 'type')

  it.each([
    ['no primary key', User, {}, 'User: expected a primary key for User, found an object'],
    ['another type', [User], 'text', '[User]: expected an object or a list, found a string'],
    [
      'an unknown name',
      Member,
      { type: SECRET },
      'expected an object whose `type` is "user" or "company", found a string',
    ],
    [
      'no primary key of values',
      new Values(share),
      { '': { x: 1 } },
      'cannot derive entity pk for cell',
    ],
  ] as const)('%s', (_, schema, response, text) => {
    const run = (): unknown => normalize(schema as never, response)
    expect(run).toThrow(text)
    expect(run).not.toThrow(/rtk-rest\/|hunter2/)
  })
})
