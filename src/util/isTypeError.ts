/** Whether an error is a TypeError, also one of another realm: under Jest `fetch` throws those of Node itself. */
export function isTypeError(error: unknown): error is TypeError {
  return (error as Partial<Error> | null | undefined)?.name === 'TypeError'
}
