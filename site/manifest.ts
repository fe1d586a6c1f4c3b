import { textOf } from './pages'

/** What the site says of the package. */
export interface Manifest {
  readonly name: string
  readonly version: string
  readonly description: string
  /** The address of the repository in a browser, once a publisher has written it into the package in place of `OWNER`. */
  readonly repository: string | undefined
}

export function readManifest(): Manifest {
  const { repository, ...manifest } = JSON.parse(textOf('package.json')) as Omit<
    Manifest,
    'repository'
  > & { readonly repository?: string | { readonly url: string } }
  const url = typeof repository === 'object' ? repository.url : repository
  const isKnown = url !== undefined && !url.includes('OWNER')
  return {
    ...manifest,
    repository: isKnown ? url.replace(/^git\+/, '').replace(/\.git$/, '') : undefined,
  }
}

/**
 * The menu of versions: this one, and older ones, whose sites stand in folders of their names beside this one's pages. A link with a
 * target of its own leaves this site.
 */
export function versionMenu(version: string, older: readonly string[]): object {
  const changelog = { text: 'Changelog', link: '/project/changelog' }
  const others = older.map((it) => ({ text: it, link: `/${it}/`, target: '_self' }))
  return { text: version, items: [changelog, ...others] }
}
