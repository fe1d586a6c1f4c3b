import type { EndpointContract } from '../endpoint/contract'

/** Warns once where two endpoints that ask for different things have one name: in a list of actions they look alike. */
export function warnOfSharedName(
  named: Map<string, EndpointContract | undefined>,
  endpoint: EndpointContract,
  key: string,
): void {
  const { name } = endpoint
  const first = named.get(name)
  if (!named.has(name)) named.set(name, endpoint)
  if (first === undefined || first === endpoint || first.testKey?.(key) !== false) return
  named.set(name, undefined)
  console.warn(
    `Two endpoints are called "${name}"; give one of them another \`name\`, so that their actions can be told apart.`,
  )
}
