import { ADDRESS, type Addressed, noteEndpoint } from '../schema/listName'
import { collectionsIn, mapCollections } from '../schema/mapCollections'
import { isContainer } from '../util/checks'
import { getOrCreate } from '../util/collections'

/** The member of an endpoint that has the schema as it was given. */
const GIVEN: unique symbol = Symbol('given schema')

/** An endpoint, as far as its schema is concerned. */
interface Described extends Addressed {
  readonly schema?: unknown
  readonly [GIVEN]?: unknown
  readonly paginationField?: unknown
}

/** A collection, as far as endpoints name its lists. */
interface Nameable {
  readonly base: object
  withAddress(address: string, isPaged: boolean): object
}

/** The accessor of the member `schema`: the schema that was given, with the lists of the endpoint. */
export const SCHEMA: PropertyDescriptor = {
  get(this: Described) {
    return schemaOf(this)
  },
  configurable: true,
}

/** By endpoint: the schema that was given, and the same with the lists of the endpoint. */
const known = new WeakMap<object, readonly [given: unknown, schema: unknown]>()

/** By schema and address, so that equal endpoints have equal schemas. */
const schemas = new WeakMap<object, Map<string, unknown>>()

/** A mutation writes the lists of the schema that it was given. */
function schemaOf(endpoint: Described): unknown {
  const given = endpoint[GIVEN]
  if (!isContainer(given)) return given
  const found = known.get(endpoint)
  if (found !== undefined && found[0] === given) return found[1]
  const isMutation = endpoint.sideEffect === true
  const schema = isMutation ? given : addressed(given, endpoint)
  known.set(endpoint, [given, schema])
  return schema
}

function addressed(given: object, { [ADDRESS]: address, paginationField }: Described): unknown {
  if (collectionsIn(given, true).length === 0) return given
  const isPaged = paginationField !== undefined
  const byAddress = getOrCreate(schemas, given, () => new Map<string, unknown>())
  return getOrCreate(byAddress, `${isPaged} ${address}`, () =>
    mapCollections(
      given,
      (collection) => (collection as Nameable).withAddress(address, isPaged),
      true,
    ),
  )
}

/** Gives an endpoint a schema, whose lists it reads. */
export function giveSchema(endpoint: Described, given: unknown): void {
  Object.defineProperty(endpoint, GIVEN, { value: given, configurable: true })
  if (accessorOf(endpoint) !== SCHEMA.get) Object.defineProperty(endpoint, 'schema', SCHEMA)
  noteReader(endpoint)
}

/** Notes an endpoint that has a schema, which may be that of its parent, as one with another address has other lists. */
export function noteReader(endpoint: Described): void {
  for (const collection of collectionsIn(endpoint[GIVEN], true))
    noteEndpoint((collection as Nameable).base, endpoint)
}

/** The endpoints whose schema is no field, or accessor, of a class. */
const adopted = new WeakSet<object>()

/** Takes over the schema of a class, which is defined on an endpoint after its construction. */
export function adoptSchema(endpoint: Described): void {
  if (adopted.has(endpoint)) return
  adopted.add(endpoint)
  if (accessorOf(endpoint) === SCHEMA.get) return
  const { schema } = endpoint
  Object.defineProperty(endpoint, 'schema', SCHEMA)
  giveSchema(endpoint, schema)
}

function accessorOf(endpoint: object): unknown {
  let owner: object | null = endpoint
  while (owner !== null && !Object.hasOwn(owner, 'schema')) {
    owner = Object.getPrototypeOf(owner) as object | null
  }
  return owner && Object.getOwnPropertyDescriptor(owner, 'schema')?.get
}
