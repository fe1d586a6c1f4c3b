import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface ProfileNode {
  readonly id: number
  readonly callFrame: { readonly functionName: string; readonly lineNumber: number }
}

interface CpuProfile {
  readonly nodes: readonly ProfileNode[]
  readonly samples: readonly number[]
}

/** The functions of the newest profile in a folder in which most samples fell, `12.3 % name:line`. */
export function hotspots(folder: string, count: number): string[] {
  const newest = readdirSync(folder)
    .filter((name) => name.endsWith('.cpuprofile'))
    .toSorted()
    .at(-1)
  const text = readFileSync(join(folder, newest ?? ''), 'utf8')
  const { nodes, samples } = JSON.parse(text) as CpuProfile
  const names = new Map(nodes.map((node) => [node.id, nameOf(node)]))
  const hits = new Map<string, number>()
  for (const id of samples) {
    const name = names.get(id) ?? ''
    hits.set(name, (hits.get(name) ?? 0) + 1)
  }
  return [...hits]
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, count)
    .map(([name, hit]) => `${((100 * hit) / samples.length).toFixed(1).padStart(5)} % ${name}`)
}

function nameOf({ callFrame: { functionName, lineNumber } }: ProfileNode): string {
  return `${functionName === '' ? '(anonymous)' : functionName}:${lineNumber + 1}`
}
