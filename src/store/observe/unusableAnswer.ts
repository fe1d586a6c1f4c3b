const unusableAnswers = new WeakMap<object, Error>()

/** The error for an answer that came and cannot be shown; the same one for the same answer. */
export function unusableAnswer(row: object, name: string): Error {
  let error = unusableAnswers.get(row)
  if (error === undefined) {
    error = new Error(
      `${name} was answered, but the answer cannot be shown: an entity in it is missing, invalid, or needs one that is.`,
    )
    unusableAnswers.set(row, error)
  }
  return error
}
