import { readdirSync, readFileSync } from 'node:fs'

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

/** Without indentation, which differs where a block stands within a function. */
export function flat(code: string): string {
  return code.replace(/^[ \t]+/gm, '').trim()
}
