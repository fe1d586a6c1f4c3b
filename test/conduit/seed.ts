import type { User, Writing } from './Conduit'

const userOf = (username: string, bio: string): User => ({
  username,
  email: `${username}@example.com`,
  password: `${username}-password`,
  bio,
})

/** Two readers who write now and then, and the authors of the first articles. */
export const seedUsers: readonly User[] = [
  userOf('ada', 'Reads more than she writes.'),
  userOf('bob', 'Tea, mostly.'),
  userOf('cleo', 'Bread and tea.'),
]

interface SeedArticle extends Writing {
  readonly author: string
  readonly favoritedBy: readonly string[]
}

const articleOf = (
  author: string,
  title: string,
  tagList: readonly string[],
  ...favoritedBy: readonly string[]
): SeedArticle => ({
  author,
  title,
  description: `About ${title.toLowerCase()}.`,
  body: `All there is to say about ${title.toLowerCase()}.`,
  tagList,
  favoritedBy,
})

/** The oldest first. */
export const seedArticles: readonly SeedArticle[] = [
  articleOf('bob', 'Green tea', ['tea']),
  articleOf('bob', 'Black tea', ['tea'], 'cleo'),
  articleOf('cleo', 'Rye bread', ['bread'], 'bob', 'ada'),
  articleOf('cleo', 'White bread', ['bread']),
  articleOf('bob', 'How to brew', ['tea', 'how-to'], 'cleo'),
  articleOf('cleo', 'How to bake', ['bread', 'how-to'], 'bob'),
  articleOf('bob', 'Cups', ['tea']),
]
