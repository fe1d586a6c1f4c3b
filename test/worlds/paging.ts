import { Collection, type Entity, pages } from 'rtk-rest'
import { canDeclare } from './declared'
import { type Fields, textOf } from './Database'
import type { Features, Paging } from './Features'
import { PAGE_SIZE } from './reads'

/** The parameter by which the pages of a list differ. */
const CURSORS: Readonly<Record<Paging, string>> = {
  number: 'page',
  offset: 'offset',
  opaque: 'cursor',
  key: 'after',
  link: 'cursor',
  address: 'cursor',
}

/** What stands beside the members. */
const BESIDE: Readonly<Record<Paging, object>> = {
  number: { total: -1 },
  offset: { total: -1 },
  opaque: { next: '' },
  key: { hasMore: false },
  link: { next: '' },
  address: { next: '' as string | null },
}

/** The options of the endpoint of a list that comes in pages. */
export function pagedOptions({ isDeclared }: Features, paging: Paging, member: typeof Entity) {
  const toNext = (response: Fields): string => cursorIn(response['next'])
  // An address is the one form in which the library does not find the cursor that it requested.
  const isSaid = canDeclare && isDeclared && paging === 'address'
  return {
    schema: { items: new Collection([member]), ...BESIDE[paging] },
    paginationField: [pages, CURSORS[paging], ...(isSaid ? [toNext] : [])],
    ...(paging === 'link' && { parseResponse: parseLink }),
  }
}

/** The arguments of the next page, as a button has them; `undefined` where there is none. */
export function nextPage(
  paging: Paging,
  { total, next, hasMore }: Fields,
  keys: readonly string[],
): Readonly<Record<string, string>> | undefined {
  const isMore = keys.length < Number(total)
  const values: Readonly<Record<Paging, string | undefined>> = {
    number: isMore ? String(Math.floor(keys.length / PAGE_SIZE) + 1) : '',
    offset: isMore ? String(keys.length) : '',
    opaque: textOf(next),
    key: hasMore === true ? keys.at(-1) : '',
    link: textOf(next),
    address: cursorIn(next),
  }
  const value = values[paging] ?? ''
  return value === '' ? undefined : { [CURSORS[paging]]: value }
}

function cursorIn(address: unknown): string {
  const { searchParams } = new URL(textOf(address), 'http://world.test')
  return searchParams.get('cursor') ?? ''
}

/** A list, and the address of the next page in a header. */
async function parseLink(response: Response): Promise<unknown> {
  const address = /<(.*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  return { items: (await response.json()) as unknown, next: cursorIn(address) }
}
