/**
 * A prefix and a path that was filled in.
 * @throws TypeError where the path would say which host is asked, as `//evil.test` and `https://api.test.evil` do
 */
export function joinUrl(prefix: string, path: string, template: string): string {
  const url = prefix + path
  const isHost = url.startsWith('//') && !prefix.startsWith('//') && !template.startsWith('//')
  const isPartOfHost = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*$/i.test(prefix) && /^[^/?#]/.test(path)
  if (!isHost && !isPartOfHost) return url
  throw new TypeError(
    `The path ${template} would become part of the host's name; it must start with one "/" behind the urlPrefix '${prefix}'.`,
  )
}
