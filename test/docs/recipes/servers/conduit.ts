import {
  Collection,
  Entity,
  envelope,
  resource,
  RestEndpoint,
  type RestGenerics,
  serial,
} from 'rtk-rest'
import { optimistic } from 'rtk-rest/optimistic'
import { array, object, record, string } from 'valibot'
import { type Session, session } from './session'

class ConduitEndpoint<O extends RestGenerics> extends RestEndpoint<O> {
  override readonly urlPrefix = '/api'

  override getHeaders(headers: Record<string, string>) {
    const { token } = session()
    return token === '' ? headers : { ...headers, authorization: `Token ${token}` }
  }
}

const ArticleEndpoint = envelope(ConduitEndpoint, 'article', 'articles')
const ProfileEndpoint = envelope(ConduitEndpoint, 'profile')

/** The body of a 422. */
const errorSchema = object({ errors: record(string(), array(string())) })

export class Profile extends Entity {
  username = ''
  bio = ''
  following = false
  static override key = 'Profile'
  override pk() {
    return this.username
  }
}

/** An article as lists have it. */
export class ArticleSummary extends Entity {
  slug = ''
  title = ''
  description = ''
  tagList: readonly string[] = []
  favorited = false
  favoritesCount = 0
  author = Profile.fromJS({})
  static override key = 'Article'
  static override schema = { author: Profile }
  override pk() {
    return this.slug
  }
}

export class Article extends ArticleSummary {
  body = ''
}

export class Comment extends Entity {
  id = 0
  body = ''
  author = Profile.fromJS({})
  static override key = 'Comment'
  static override schema = { author: Profile }
}

/** The parameters of a list of articles. */
export type ListParams = Readonly<
  Partial<Record<'tag' | 'author' | 'favorited', string>> & Record<'limit' | 'offset', number>
>

export const getTags = new ConduitEndpoint({
  path: '/tags',
  process: ({ tags }: { readonly tags: readonly string[] }) => tags,
})

/** Of the favorites of others, only the server knows. */
const favorited = (article: ArticleSummary, username: string) =>
  username === '' || (article.favorited && username === session().username)

const articles = new Collection([ArticleSummary], { filters: { favorited } })

const mayChangeTags = { expireAll: [getTags] }

export const ArticleResource = resource({
  path: '/articles/:slug',
  schema: Article,
  summary: ArticleSummary,
  create: 'front',
  errorSchema,
  Endpoint: ArticleEndpoint,
})
  .extend('getList', {
    searchParams: {} as ListParams,
    schema: { articles, articlesCount: 0 },
  })
  .extend(({ getList }) => ({ getFeed: getList.extend({ path: '/articles/feed' }) }))
  .extend({ create: mayChangeTags, update: mayChangeTags, delete: mayChangeTags })

/** A change is shown at once. Those of one article are sent one after the other. */
const favoriteEndpoint = (isOn: boolean) =>
  new ArticleEndpoint({
    path: '/articles/:slug/favorite',
    method: isOn ? 'POST' : 'DELETE',
    body: undefined,
    schema: Article,
    scope: [serial, ({ slug }) => `favorite ${slug}`],
    getOptimisticResponse: [
      optimistic,
      (snap, { slug }) => {
        const { favoritesCount = 0 } = snap.get(ArticleSummary, { slug: `${slug}` }) ?? {}
        return { slug, favorited: isOn, favoritesCount: favoritesCount + (isOn ? 1 : -1) }
      },
    ],
  })

export const favorite = favoriteEndpoint(true)
export const unfavorite = favoriteEndpoint(false)

export const CommentResource = resource({
  path: '/articles/:slug/comments/:id',
  schema: Comment,
  errorSchema,
  Endpoint: envelope(ConduitEndpoint, 'comment', 'comments'),
})

export const getProfile = new ProfileEndpoint({ path: '/profiles/:username', schema: Profile })

const followEndpoint = (isOn: boolean) =>
  new ProfileEndpoint({
    path: '/profiles/:username/follow',
    method: isOn ? 'POST' : 'DELETE',
    body: undefined,
    schema: Profile,
    expireAll: [ArticleResource.getFeed],
    getOptimisticResponse: [optimistic, (_, { username }) => ({ username, following: isOn })],
  })

export const follow = followEndpoint(true)
export const unfollow = followEndpoint(false)

/** Signs in. As it is sensitive, no action has the password or the token. */
export const signIn = new (envelope(ConduitEndpoint, 'user'))({
  path: '/users/login',
  body: {} as { readonly email: string; readonly password: string },
  sensitive: true,
  process: ({ user }: { readonly user: Session }) => user,
})
