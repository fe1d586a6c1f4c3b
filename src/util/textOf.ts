/**
 * The message of an error for state, actions and other messages. What the language says of a text that it cannot read
 * (`JSON.parse`, `BigInt`) shows the text, which may be a part of a response.
 */
export function textOf({ name, message }: Error): string {
  if (name !== 'SyntaxError') return message
  return process.env.NODE_ENV === 'production' ? name : `a ${name}, whose text may show data`
}
