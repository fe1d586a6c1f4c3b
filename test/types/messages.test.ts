import { resolve } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'

// The messages of the compiler for the commonest mistakes: each is a line of one file, which is compiled once.

const PRELUDE = `
import { Collection, type Controller, createRest, Endpoint, Entity, pages, resource, RestEndpoint } from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import {
  useCache, useDLE, useFetch, useLive, useMutation, useQuery, useSubscription, useSuspense,
} from 'rtk-rest/react'
class User extends Entity {
  id = ''
  name = ''
}
const UserResource = resource({ path: '/users/:id', schema: User })
const search = new RestEndpoint({ path: '/search', schema: [User], searchParams: {} as { q: string } })
const getTasks = new RestEndpoint({ path: '/tasks', schema: new Collection([User]), paginationField: [pages, 'cursor'] })
const getUsers = new RestEndpoint({ path: '/users', schema: [User] })
const rest = createRest()
declare const controller: Controller
`

const PARAMS = '{ readonly id: string | number; }'
const ADVICE = '"write an endpoint, such as UserResource.getList"'
const ANY = `EndpointContract<${ADVICE}>`
const READ = `ReadEndpoint<${ADVICE}>`
const WRITE = `WriteEndpoint<"write an endpoint, such as UserResource.update">`
const NO_SUCH = 'Object literal may only specify known properties, and'
const MISTAKES: Readonly<Record<string, readonly string[]>> = {
  "UserResource.get({ key: '5' })": [`${NO_SUCH} 'key' does not exist in type '${PARAMS}'.`],
  "UserResource.get('5')": [
    `Argument of type 'string' is not assignable to parameter of type '${PARAMS}'.`,
  ],
  'controller.fetch(UserResource.get, { id: true })': [
    "Type 'boolean' is not assignable to type 'string | number'.",
  ],
  'controller.fetch(UserResource.get)': ['Expected 2 arguments, but got 1.'],
  "useSuspense(UserResource.get, { key: '5' })": [
    `${NO_SUCH} 'key' does not exist in type '${PARAMS}'.`,
  ],
  "rest.retain(UserResource.update, { id: '5' }, {})": [
    `Argument of type 'RestEndpoint<WriteGenerics<{ path: "/users/:id"; schema: typeof User; }, "PUT">>' is not assignable to parameter of type '${READ}'.`,
    "Types of property 'sideEffect' are incompatible.",
    `Type 'true' is not assignable to type 'false | "a mutation is sent with fetch: what reads would send it again and again" | undefined'.`,
  ],
  "controller.fetch(UserResource.update, { id: '5' })": [
    `Argument of type '{ id: string; }' is not assignable to parameter of type '"the body is missing: it comes after the parameters"'.`,
  ],
  "useMutation(UserResource.update)[0]({ id: '5' })": [
    `Argument of type '{ id: string; }' is not assignable to parameter of type '"the body is missing: it comes after the parameters"'.`,
  ],
  "useSuspense('/users')": [
    `Argument of type 'string' is not assignable to parameter of type '${READ}'.`,
  ],
  "useDLE('/users')": [
    `Argument of type 'string' is not assignable to parameter of type '${READ}'.`,
  ],
  "useMutation('/users')": [
    `Argument of type 'string' is not assignable to parameter of type '${WRITE}'.`,
  ],
  "controller.fetch('/users')": [
    `Argument of type 'string' is not assignable to parameter of type '${ANY}'.`,
  ],
  "useMutation(UserResource.create)[0]({ nmae: 'Ada' })": [
    `${NO_SUCH} 'nmae' does not exist in type 'OneOrMany<FormData | Partial<User>>'.`,
  ],
  "useMutation(UserResource.create)[0]('Ada')": [
    "Argument of type 'string' is not assignable to parameter of type 'OneOrMany<FormData | Partial<User>>'.",
  ],
  'useMutation(UserResource.create)[0]({ name: 5 })': [
    "Argument of type '{ name: number; }' is not assignable to parameter of type 'OneOrMany<FormData | Partial<User>>'.",
    "Types of property 'name' are incompatible.",
    "Type 'number' is not assignable to type 'string'.",
  ],
  'useMutation(UserResource.create)[0]()': ['Expected 1-2 arguments, but got 0.'],
  "useMutation(UserResource.update)[0]({ id: '5' }, { name: 5 })": [
    "Type 'number' is not assignable to type 'string'.",
  ],
  'useDLE(UserResource.get)': ['Expected 2 arguments, but got 1.'],
  "useLive(UserResource.get, { key: '5' })": [
    `${NO_SUCH} 'key' does not exist in type '${PARAMS}'.`,
  ],
  "useFetch(UserResource.get, { key: '5' })": [
    `${NO_SUCH} 'key' does not exist in type '${PARAMS}'.`,
  ],
  "useSubscription(UserResource.get, { key: '5' })": [
    `${NO_SUCH} 'key' does not exist in type '${PARAMS}'.`,
  ],
  "UserResource.update({ id: '5' }, { nmae: 'Ada' })": [
    `${NO_SUCH} 'nmae' does not exist in type 'FormData | Partial<User>'.`,
  ],
  'search({})': [
    "Argument of type '{}' is not assignable to parameter of type '{ q: string; }'.",
    "Property 'q' is missing in type '{}' but required in type '{ q: string; }'.",
  ],
  "new RestEndpoint({ path: '/x', staleTime: 5 })": [
    `${NO_SUCH} 'staleTime' does not exist in type 'RestEndpointOptions<{ path: "/x"; }>'.`,
  ],
  "new RestEndpoint({ path: '/x', pollFrquency: 5 })": [
    `Object literal may only specify known properties, but 'pollFrquency' does not exist in type 'RestEndpointOptions<{ path: "/x"; }>'. Did you mean to write 'pollFrequency'?`,
  ],
  "new RestEndpoint({ path: '/x', retry: 3 })": [
    `Type 'number' is not assignable to type 'Retry | "write \`retry: backoff({ retries: 3 })\`, with backoff from rtk-rest" | undefined'.`,
  ],
  'UserResource.get.extend({ retry: 3 })': [
    `Type 'number' is not assignable to type 'Retry | "write \`retry: backoff({ retries: 3 })\`, with backoff from rtk-rest" | undefined'.`,
  ],
  'new Endpoint(async () => 5, { pollFrquency: 5 })': [
    `Object literal may only specify known properties, but 'pollFrquency' does not exist in type 'EndpointConstructorOptions<() => Promise<number>, {}>'. Did you mean to write 'pollFrequency'?`,
  ],
  'useCache(UserResource.create, {})': [
    `Argument of type 'RestEndpoint<AddGenerics<ListBase<{ path: "/users/:id"; schema: typeof User; }>, "push">>' is not assignable to parameter of type '${READ}'.`,
    "Types of property 'sideEffect' are incompatible.",
    `Type 'true' is not assignable to type 'false | "a mutation is sent with fetch: what reads would send it again and again" | undefined'.`,
  ],
  'useMutation(UserResource.get)': [
    `Argument of type 'RestEndpoint<{ path: "/users/:id"; schema: typeof User; }>' is not assignable to parameter of type '${WRITE}'.`,
    "Types of property 'sideEffect' are incompatible.",
    `Type 'undefined' is not assignable to type 'true | "this endpoint reads: read it with useSuspense, useDLE or useFetch, and further pages with controller.fetch"'.`,
  ],
  'useMutation(getTasks.getPage)': [
    `Argument of type 'RestEndpoint<PageBase<{ path: "/tasks"; schema: Collection<readonly [typeof User], readonly any[]>; paginationField: readonly [Paging, "cursor"]; }> & { readonly searchParams: CursorField<"cursor">; }>' is not assignable to parameter of type '${WRITE}'.`,
    "Types of property 'sideEffect' are incompatible.",
    `Type 'undefined' is not assignable to type 'true | "this endpoint reads: read it with useSuspense, useDLE or useFetch, and further pages with controller.fetch"'.`,
  ],
  "useQuery(UserResource.get, { id: '5' })": [
    `Argument of type 'RestEndpoint<{ path: "/users/:id"; schema: typeof User; }>' is not assignable to parameter of type 'Schema'.`,
    `Type 'RestEndpoint<{ path: "/users/:id"; schema: typeof User; }>' is not assignable to type '((value: any) => unknown) & EndpointRefused'.`,
    `Type 'RestEndpoint<{ path: "/users/:id"; schema: typeof User; }>' is not assignable to type 'EndpointRefused'.`,
    "Types of property 'run' are incompatible.",
    `Type '(args: readonly unknown[], context: RunContext) => Promise<unknown>' is not assignable to type '"an endpoint is no schema: useSuspense, useDLE, useCache and selectData read it"'.`,
  ],
  'useQuery([User], {})': [
    `Argument of type '{}' is not assignable to parameter of type '"arguments find no plain list: use a new Collection([User]), or a new All(User)"'.`,
  ],
  "new RestEndpoint({ path: '/x', content: 'blob', schema: User })": [
    `Type 'typeof User' is not assignable to type 'typeof User & "bytes have no entities: leave out the schema, or the content"'.`,
    `Type 'typeof User' is not assignable to type '"bytes have no entities: leave out the schema, or the content"'.`,
  ],
  "UserResource.update.extend({ expireAll: ['User'] })": [
    "Type 'string' is not assignable to type 'CallTarget'.",
  ],
  "getUsers.push({ name: 'Ada' })": [
    'This expression is not callable.',
    `Type 'Hint<"push needs a list that can change, such as schema: new Collection([User])">' has no call signatures.`,
  ],
  'controller.fetch(getUsers.push, {})': [
    `Argument of type 'Hint<"push needs a list that can change, such as schema: new Collection([User])">' is not assignable to parameter of type '${ANY}'.`,
    `Type 'Hint<"push needs a list that can change, such as schema: new Collection([User])">' is missing the following properties from type '${ANY}': name, key, run`,
  ],
  "new RestEndpoint({ path: '/x', schema: User, process: () => 5 })": [
    `Type '() => number' is not assignable to type '(() => number) & ((...args: any[]) => "the schema cannot take this result")'.`,
    `Type '() => number' is not assignable to type '(...args: any[]) => "the schema cannot take this result"'.`,
    `Type 'number' is not assignable to type '"the schema cannot take this result"'.`,
  ],
  "UserResource.update.extend({ getOptimisticResponse: [optimistic, () => ({ name: 'Ada', id: true })] })":
    ["Type 'true' is not assignable to type 'string | number | null | undefined'."],
  "rest.set(User, { id: '5' }, { nmae: 'Ada' })": [
    `${NO_SUCH} 'nmae' does not exist in type 'SetValue<typeof User>'.`,
  ],
  "useSuspense(UserResource.get, { id: '5' }).nmae": [
    "Property 'nmae' does not exist on type 'User'.",
  ],
}

const NO_BODY = 'UserResource.create()'
const MUTATION = "useDLE(UserResource.create, { name: 'Ada' })"

/** Options as plain values, and what the message says to write. */
const PLAIN: Readonly<Record<string, string>> = {
  "resource({ path: '/users/:id', schema: User, optimistic: true })": 'write `optimistic` alone',
  "new RestEndpoint({ path: '/x', method: 'POST', scope: 'cart' })": 'write [serial, ',
  "new RestEndpoint({ path: '/x', live: 'wss://x' })": 'write webSocket(url, …), with import',
  "UserResource.get.extend({ live: 'wss://x' })": 'write webSocket(url, …), with import',
  "UserResource.extend('partialUpdate', { scope: 'cart' })": 'write [serial, ',
  "UserResource.extend({ partialUpdate: { scope: 'cart' } })": 'write [serial, ',
  'UserResource.update.extend({ update: () => ({}) })': 'write [updates, ',
  'UserResource.update.extend({ getOptimisticResponse: () => ({}) })': 'write [optimistic, ',
}

it('the compiler names the wrong option in its errors, and no internal types', () => {
  const all = [...Object.keys(MISTAKES), ...Object.keys(PLAIN), MUTATION, NO_BODY]
  const messages = compile(PRELUDE, all)
  const { [MUTATION]: refused, [NO_BODY]: missing } = messages
  expect(pick(messages, Object.keys(MISTAKES))).toEqual(MISTAKES)
  for (const [mistake, text] of Object.entries(PLAIN)) {
    expect(messages[mistake]?.join('\n'), mistake).toContain(text)
  }
  expect(refused?.at(-1)).toContain('a mutation is sent with fetch')
  // The order of the two forms that are named differs from run to run.
  expect(missing?.[0]).toContain('[body: OneOrMany<FormData | Partial<User>>]')
  expect(Object.keys(messages).toSorted()).toEqual(all.toSorted())
})

function pick<Value>(from: Record<string, Value>, keys: readonly string[]): Record<string, Value> {
  return Object.fromEntries(Object.entries(from).filter(([key]) => keys.includes(key)))
}

/** The lines of the message for each mistake; all mistakes are type checked, none is run. */
function compile(prelude: string, mistakes: readonly string[]): Record<string, readonly string[]> {
  const file = resolve('test/types/mistakes.ts')
  const lines = mistakes.map((mistake) => `export const _ = () => ${mistake}`)
  const text = [prelude.trim(), ...lines.map((line, at) => line.replace('_', `_${at}`))].join('\n')
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile('tsconfig.json', (path) => ts.sys.readFile(path)).config,
    ts.sys,
    '.',
  )
  const host = ts.createCompilerHost(options)
  const { getSourceFile } = host
  host.getSourceFile = (name, ...rest) =>
    name === file
      ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2022)
      : getSourceFile(name, ...rest)
  const program = ts.createProgram([file], { ...options, exactOptionalPropertyTypes: false }, host)
  const source = program.getSourceFile(file)
  const first = prelude.trim().split('\n').length
  const found = program.getSemanticDiagnostics(source).map(({ start = 0, messageText }) => {
    const at = (source?.getLineAndCharacterOfPosition(start).line ?? 0) - first
    const message = ts.flattenDiagnosticMessageText(messageText, '\n')
    return [mistakes[at] ?? 'the prelude', message.split('\n').map((line) => line.trim())] as const
  })
  return Object.fromEntries(found)
}
