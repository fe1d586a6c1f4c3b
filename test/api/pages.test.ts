import { readdirSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { examples, placesByName } from './examples'
import { renderReference } from './markdown'
import { readReference, type Reference } from './reference'

// docs/api is made of the docstrings. After a change: npx vitest run --project unit test/api -u

const FOLDER = 'docs/api'

let reference: Reference
let files: ReadonlyMap<string, string>

beforeAll(async () => {
  reference = await readReference()
  files = await renderReference(reference)
})

describe('docs/api', () => {
  it('is what the docstrings have', async () => {
    for (const [name, text] of files) {
      await expect(text).toMatchFileSnapshot(`../../${FOLDER}/${name}`)
    }
    expect(readdirSync(FOLDER).toSorted()).toEqual([...files.keys()].toSorted())
  })
})

describe('every public name', () => {
  it('has a docstring', () => {
    const missing = reference.names.filter(({ documentation }) => !documentation?.summary.length)
    expect(missing.map(({ name }) => name)).toEqual([])
  })

  it('is defined by a noun or a verb, and so are its members', () => {
    const question = /^(?:- \[.*\): |- `.*<br>|(?<=\n\n))(?:What|Whether|How|Which|As)\b.*/gm
    const found = [...files].flatMap(([name, text]) =>
      [...text.matchAll(question)].map(([line]) => `${name}: ${line}`),
    )
    expect(found).toEqual([])
  })

  it('has members with docstrings', () => {
    const missing = reference.names.flatMap(({ name, members }) =>
      members
        .filter(({ documentation, inherited }) => !documentation && !inherited)
        .map((member) => `${name}.${member.name}`),
    )
    expect(missing).toEqual([])
  })

  it('has an example in its docstring, on a page or in test/docs/api', () => {
    const places = placesByName()
    const shown = new Set(examples.flatMap(({ uses }) => [...uses]))
    const missing = reference.names
      .filter(({ documentation }) => !documentation?.tags.some(([tag]) => tag === '@example'))
      .map(({ name }) => name)
      .filter((name) => !places.has(name) && !shown.has(name))
    expect(missing).toEqual([])
  })
})

describe('every example in test/docs/api', () => {
  it.each(Object.entries(import.meta.glob('../docs/api/*')))('in %s loads', async (_, load) => {
    await expect(load()).resolves.toBeDefined()
  })

  it('is named by a public name that it uses', () => {
    const names = new Set(reference.names.map(({ name }) => name))
    const wrong = examples.filter(({ name, uses }) => !names.has(name) || !uses.has(name))
    expect(wrong.map(({ name }) => name)).toEqual([])
  })
})
