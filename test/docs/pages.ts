import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The pages of the documentation, and the files that their code blocks are part of. */
export const pages: readonly string[] = ['README.md', ...filesIn('docs')].filter((name) =>
  name.endsWith('.md'),
)

export const sources: ReadonlyMap<string, string> = new Map(
  filesIn('test/docs')
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => [name, readFileSync(name, 'utf8')]),
)

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true }).map((name) => `${folder}/${String(name)}`)
}

export function codeBlocks(page: string): string[] {
  const text = readFileSync(page, 'utf8')
  return [...text.matchAll(/^```tsx?\n(.*?)^```$/gms)].map(([, code = '']) => code)
}

/** The blocks of a page that have the name of a file above them, by that name without its folder and ending. */
export function namedBlocks(page: string): ReadonlyMap<string, string> {
  const named = /^`([\w/]+\.tsx?)`[^\n]*:\n\n```tsx?\n(.*?)^```$/gms
  const found = readFileSync(page, 'utf8').matchAll(named)
  const stem = (file: string) => file.replace(/^.*\//, '').replace(/\.tsx?$/, '')
  return new Map([...found].map(([, file = '', code = '']) => [stem(file), code]))
}

/** The pages that a page links to. */
export function linkedPages(page: string): string[] {
  const links = readFileSync(page, 'utf8').matchAll(/\]\((?!https?:)([^)#]+\.md)/g)
  return [...links].map(([, path = '']) => join(dirname(page), path))
}

/** Without indentation, which differs where a block stands within a function. */
export function flat(code: string): string {
  return code.replace(/^[ \t]+/gm, '').trim()
}
