/** A response that does not fit its schema: where (`Post.comments[3].author`), what was expected and what was found. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError'
  readonly status = 400
  readonly path: string

  constructor(path: string, problem: string, cause?: unknown) {
    super(`${path}: ${problem}`, cause === undefined ? undefined : { cause })
    this.path = path
  }
}

/** A response in which an entity has no primary key. */
export class MissingPkError extends SchemaError {}
