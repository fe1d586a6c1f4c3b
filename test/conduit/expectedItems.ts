import type { Item } from './BlogPage'

/** What the server responds to a path of the API. */
export type Read = (path: string) => Promise<unknown>

interface Profile {
  readonly username: string
  readonly bio: string
  readonly following: boolean
}

interface Article {
  readonly slug: string
  readonly title: string
  readonly description: string
  readonly body?: string
  readonly tagList: readonly string[]
  readonly favorited: boolean
  readonly favoritesCount: number
  readonly author: Profile
}

interface ArticlePage {
  readonly articles: readonly Article[]
  readonly articlesCount: number
}

interface Comments {
  readonly comments: readonly { readonly body: string; readonly author: Profile }[]
}

/** What a page at this address has to show, by what the server says now. */
export async function expectedItems(
  address: string,
  username: string,
  read: Read,
): Promise<readonly Item[]> {
  const session = username === '' ? [] : [{ item: 'session', username }]
  return [...session, ...(await itemsOf(address, read))]
}

async function itemsOf(address: string, read: Read): Promise<readonly Item[]> {
  const [path = '', search = ''] = address.replace(/^#\/?/, '').split('?')
  const [page = '', name = '', tab] = path.split('/')
  if (page === '' || page === 'feed') return homeItems(page, search, read)
  if (page === 'articles') return articleItems(name, read)
  if (page === 'profiles') return profileItems(name, tab, read)
  return []
}

async function homeItems(page: string, search: string, read: Read): Promise<Item[]> {
  const list = page === 'feed' ? '/articles/feed' : '/articles'
  const { tags } = (await read('/tags')) as { readonly tags: readonly string[] }
  const articles = await listItems(`${list}?limit=5&${search}`, read)
  return [...articles, ...tags.map((tag) => ({ item: 'tag', name: tag }))]
}

async function articleItems(slug: string, read: Read): Promise<Item[]> {
  const { article } = (await read(`/articles/${slug}`)) as { readonly article?: Article }
  if (article === undefined) return []
  const { comments } = (await read(`/articles/${slug}/comments`)) as Comments
  return [
    { ...articleItem(article), body: `${article.body}`, ...following(article.author) },
    ...comments.map(({ body, author }) => ({ item: 'comment', author: author.username, body })),
  ]
}

async function profileItems(name: string, tab: string | undefined, read: Read): Promise<Item[]> {
  const { profile } = (await read(`/profiles/${name}`)) as { readonly profile: Profile }
  const { username, bio } = profile
  const argument = tab === 'favorites' ? 'favorited' : 'author'
  return [
    { item: 'profile', username, bio, ...following(profile) },
    ...(await listItems(`/articles?limit=5&${argument}=${name}`, read)),
  ]
}

async function listItems(path: string, read: Read): Promise<Item[]> {
  const { articles, articlesCount } = (await read(path)) as ArticlePage
  return [...articles.map(articleItem), { item: 'total', count: `${articlesCount}` }]
}

function articleItem({ author, ...article }: Article): Item {
  const { title, description, tagList, favorited, favoritesCount } = article
  return {
    item: 'article',
    title,
    description,
    author: author.username,
    favorites: `${favoritesCount}${favorited ? ', pressed' : ''}`,
    tags: tagList.join(', '),
  }
}

function following(profile: Profile): Item {
  return { following: profile.following ? 'Following, pressed' : 'Follow' }
}
