// @vitest-environment happy-dom
import { readdirSync, readFileSync } from 'node:fs'
import { format } from 'prettier'
import { describe, expect, it } from 'vitest'
import { said } from '../support/said'
import { catalogue, type CatalogueEntry, entries, RAISED } from './catalogue'
import { raise } from './raise'

// docs/errors.md is made of the catalogue. After a change: npx vitest run --project unit test/errors -u

const INTRODUCTION = `# Errors

This page has the cause and the cure of each message about a mistake in an app, by its code.

**Needs:** a code from the console.

Production builds leave out the texts of errors and warnings that a mistake in an app causes. The message is a code, followed by
the facts that find the place of the mistake:

> rtk-rest/missing-path-parameter: "id" of /users/:id

The facts are names, paths, keys and kinds of values. They contain no value of a field, a parameter, a header, a body or a query
string. If the mistake shows while a response is stored, the place in
the response comes first:

> response.other: rtk-rest/duplicate-key: User

Development builds, in which \`process.env.NODE_ENV\` is not \`production\`, show the whole text, and
check more: options, arguments and definitions. Errors that a server causes have no such code. Their messages are short texts in
every build, because apps show them to users.
`

function toMarkdown({ code, cause, cure, shows, raises }: CatalogueEntry): string {
  const facts = shows ?? 'none'
  return `### rtk-rest/${code}\n\n${cause}\n\n- **Cure:** ${cure}\n- **Facts:** ${facts}.\n- **Raised as:** ${RAISED[raises]}.\n`
}

function pageOf(): Promise<string> {
  const groups = Object.entries(catalogue).map(
    ([heading, group]) => `## ${heading}\n\n${group.map(toMarkdown).join('\n')}`,
  )
  const text = [INTRODUCTION, ...groups].join('\n')
  return format(text, { parser: 'markdown', proseWrap: 'always', printWidth: 128 })
}

describe('docs/errors.md', () => {
  it('is what the catalogue has', async () => {
    await expect(await pageOf()).toMatchFileSnapshot('../../docs/errors.md')
  })
})

describe('a code', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(`src/${name}`, 'utf8'))
  const used = sources.flatMap((source) =>
    [...source.matchAll(/codedMessage\(\s*'([^']+)'/g)].map(([, code]) => code),
  )

  it('is used at one place, and all are in the catalogue', () => {
    expect(new Set(used).size).toBe(used.length)
    expect(new Set(used)).toEqual(new Set(entries.map(({ code }) => code)))
    expect(entries).toHaveLength(used.length)
  })

  it('is written out at every call, in lower case with hyphens', () => {
    const calls = sources.flatMap((source) => source.match(/(?<!function )codedMessage\(/g) ?? [])
    expect(calls).toHaveLength(used.length)
    expect(used.filter((code) => !/^[a-z]+(?:-[a-z]+)+$/.test(code ?? ''))).toEqual([])
  })
})

describe('a development build has the whole text in place of', () => {
  it.each(entries.map((entry) => [entry.code, entry] as const))('rtk-rest/%s', async (_, entry) => {
    const { message, raisedAs } = await raise(entry)
    // A class without a key is warned of as well.
    said()
    expect(message).not.toContain('rtk-rest/')
    expect(message).toMatch(/\w+ \w+ \w+/)
    expect(raisedAs).toBe(entry.raises)
  })
})
