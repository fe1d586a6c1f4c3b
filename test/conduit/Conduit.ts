import { Refusal } from './Refusal'
import { seedArticles, seedUsers } from './seed'

/** A user without what depends on the viewer. */
export interface User {
  readonly username: string
  readonly email: string
  readonly password: string
  readonly bio: string
}

/** The fields of an article that its author writes. */
export interface Writing {
  readonly title: string
  readonly description: string
  readonly body: string
  readonly tagList: readonly string[]
}

interface Article extends Writing {
  readonly slug: string
  readonly author: string
  readonly createdAt: string
  readonly favoritedBy: readonly string[]
}

interface Comment {
  readonly id: number
  readonly article: Article['createdAt']
  readonly author: string
  readonly body: string
}

/** The parameters of a list. */
export type ListParams = Readonly<
  Partial<Record<'tag' | 'author' | 'favorited' | 'limit' | 'offset', string>>
>

type Viewer = string | undefined

/** A blog with the rules of the RealWorld API. Slugs follow from titles; lists have no bodies. */
export class Conduit {
  #articles: readonly Article[] = []
  #comments: readonly Comment[] = []
  readonly #users = seedUsers
  readonly #follows = new Set<string>(['cleo bob'])
  readonly #sessions = new Map<string, string>()
  #clock = 0

  constructor() {
    for (const { author, favoritedBy, ...writing } of seedArticles) {
      const { slug } = this.publish(author, writing)
      for (const username of favoritedBy) this.setFavorite(username, slug, true)
    }
    this.addComment('cleo', 'how-to-brew', 'Thank you!')
  }

  /** Who has this token. An ended session is refused, as an unknown one is. */
  viewerOf(token: string | undefined): Viewer {
    if (token === undefined) return undefined
    const username = this.#sessions.get(token)
    if (username === undefined) throw new Refusal(401, { token: ['is invalid'] })
    return username
  }

  login(email: string, password: string) {
    const user = this.#users.find((it) => it.email === email && it.password === password)
    if (user === undefined) throw new Refusal(422, { 'email or password': ['is invalid'] })
    const { username, bio } = user
    return { username, email, bio, token: this.newToken(username) }
  }

  /** Starts a session of a user, and gives its token. */
  newToken(username: string): string {
    const token = `token-${this.#tick()}`
    this.#sessions.set(token, username)
    return token
  }

  /** From now on no token is valid. */
  endSessions(): void {
    this.#sessions.clear()
  }

  list(viewer: Viewer, { tag, author, favorited, limit = '20', offset = '0' }: ListParams) {
    const found = this.#articles
      .filter((it) => tag === undefined || it.tagList.includes(tag))
      .filter((it) => author === undefined || it.author === author)
      .filter((it) => favorited === undefined || it.favoritedBy.includes(favorited))
    return this.#page(viewer, found, limit, offset)
  }

  feed(viewer: string, { limit = '20', offset = '0' }: ListParams) {
    const found = this.#articles.filter((it) => this.#follows.has(`${viewer} ${it.author}`))
    return this.#page(viewer, found, limit, offset)
  }

  article(viewer: Viewer, slug: string) {
    const article = this.#find(slug)
    return { ...this.#summary(viewer, article), body: article.body }
  }

  publish(author: string, writing: Partial<Writing>) {
    const { title = '', description = '', body = '', tagList = [] } = writing
    const slug = this.#newSlug(title)
    const createdAt = new Date(Date.UTC(2026, 0, 1) + this.#tick() * 60_000).toISOString()
    const article = { slug, title, description, body, tagList, author, createdAt, favoritedBy: [] }
    this.#articles = [article, ...this.#articles]
    return this.article(author, slug)
  }

  edit(viewer: string, slug: string, writing: Partial<Writing>) {
    const article = this.#own(viewer, slug)
    const { title = article.title } = writing
    const changed = title === article.title ? slug : this.#newSlug(title)
    this.#replace({ ...article, ...writing, slug: changed })
    return this.article(viewer, changed)
  }

  delete(viewer: string, slug: string): void {
    const article = this.#own(viewer, slug)
    this.#articles = this.#articles.filter((it) => it !== article)
  }

  setFavorite(viewer: string, slug: string, isOn: boolean) {
    const article = this.#find(slug)
    const others = article.favoritedBy.filter((it) => it !== viewer)
    this.#replace({ ...article, favoritedBy: isOn ? [...others, viewer] : others })
    return this.article(viewer, slug)
  }

  comments(viewer: Viewer, slug: string) {
    const { createdAt } = this.#find(slug)
    return this.#comments
      .filter(({ article }) => article === createdAt)
      .map((it) => this.#comment(viewer, it))
  }

  addComment(viewer: string, slug: string, body: string) {
    const article = this.#find(slug).createdAt
    if (body.trim() === '') throw new Refusal(422, { body: ["can't be blank"] })
    const comment = { id: this.#tick(), article, author: viewer, body }
    this.#comments = [...this.#comments, comment]
    return this.#comment(viewer, comment)
  }

  deleteComment(viewer: string, id: number): void {
    const comment = this.#comments.find((it) => it.id === id)
    if (comment === undefined) throw new Refusal(404, { comment: ['not found'] })
    if (comment.author !== viewer) throw new Refusal(403, { comment: ['forbidden'] })
    this.#comments = this.#comments.filter((it) => it !== comment)
  }

  profile(viewer: Viewer, name: string) {
    const user = this.#users.find(({ username }) => username === name)
    if (user === undefined) throw new Refusal(404, { profile: ['not found'] })
    const following = viewer !== undefined && this.#follows.has(`${viewer} ${name}`)
    return { username: name, bio: user.bio, image: null, following }
  }

  setFollowing(viewer: string, name: string, isOn: boolean) {
    if (isOn) this.#follows.add(`${viewer} ${name}`)
    else this.#follows.delete(`${viewer} ${name}`)
    return this.profile(viewer, name)
  }

  tags(): readonly string[] {
    return [...new Set(this.#articles.flatMap(({ tagList }) => tagList))].toSorted()
  }

  #page(viewer: Viewer, found: readonly Article[], limit: string, offset: string) {
    const page = found.slice(Number(offset), Number(offset) + Number(limit))
    const articles = page.map((article) => this.#summary(viewer, article))
    return { articles, articlesCount: found.length }
  }

  #summary(viewer: Viewer, { body: _, favoritedBy, author, ...article }: Article) {
    return {
      ...article,
      favorited: viewer !== undefined && favoritedBy.includes(viewer),
      favoritesCount: favoritedBy.length,
      author: this.profile(viewer, author),
    }
  }

  #comment(viewer: Viewer, { id, body, author }: Comment) {
    return { id, body, author: this.profile(viewer, author) }
  }

  #find(slug: string): Article {
    const article = this.#articles.find((it) => it.slug === slug)
    if (article === undefined) throw new Refusal(404, { article: ['not found'] })
    return article
  }

  #own(viewer: string, slug: string): Article {
    const article = this.#find(slug)
    if (article.author !== viewer) throw new Refusal(403, { article: ['forbidden'] })
    return article
  }

  #replace(article: Article): void {
    this.#articles = this.#articles.map((it) => (it.createdAt === article.createdAt ? article : it))
  }

  #newSlug(title: string): string {
    if (title.trim() === '') throw new Refusal(422, { title: ["can't be blank"] })
    const slug = title.toLowerCase().replaceAll(/[^a-z\d]+/g, '-')
    const isTaken = this.#articles.some((it) => it.slug === slug)
    if (isTaken) throw new Refusal(422, { title: ['must be unique'] })
    return slug
  }

  #tick(): number {
    this.#clock += 1
    return this.#clock
  }
}
