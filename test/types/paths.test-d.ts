import type { PathArgs } from 'rtk-rest'
import type { PathKeys, ShortenPath } from 'rtk-rest/types'
import { describe, expectTypeOf, it } from 'vitest'

type Param = string | number
type OptionalParam = string | number | undefined

describe('the type of path parameters', () => {
  it('is empty for a path without parameters', () => {
    expectTypeOf<PathKeys<'/users'>>().toBeNever()
    expectTypeOf<PathKeys<''>>().toBeNever()
  })

  it('is string or number', () => {
    expectTypeOf<PathArgs<'/users/:id'>>().toEqualTypeOf<{ readonly id: Param }>()
    expectTypeOf<PathArgs<'/:group/posts/:id'>>().toEqualTypeOf<{
      readonly group: Param
      readonly id: Param
    }>()
    expectTypeOf<PathArgs<'/:a_1$/x'>>().toEqualTypeOf<{ readonly a_1$: Param }>()
  })

  it('is optional in braces at any depth', () => {
    expectTypeOf<PathArgs<'/users{/:id}'>>().toEqualTypeOf<{ readonly id?: OptionalParam }>()
    expectTypeOf<PathArgs<'/:a{/:b{/:c}}'>>().toEqualTypeOf<{
      readonly a: Param
      readonly b?: OptionalParam
      readonly c?: OptionalParam
    }>()
    expectTypeOf<PathArgs<'{/:a}/x/:b'>>().toEqualTypeOf<{
      readonly b: Param
      readonly a?: OptionalParam
    }>()
  })

  it('is a list of strings for a wildcard', () => {
    expectTypeOf<PathArgs<'/files/*path'>>().toEqualTypeOf<{ readonly path: readonly string[] }>()
    expectTypeOf<PathArgs<'/files{/*path}'>>().toEqualTypeOf<{
      readonly path?: readonly string[] | undefined
    }>()
  })

  it('has quoted names', () => {
    expectTypeOf<PathArgs<'/users/:"user-id"/x'>>().toEqualTypeOf<{ readonly 'user-id': Param }>()
    expectTypeOf<PathArgs<'/files/*"a b"'>>().toEqualTypeOf<{ readonly 'a b': readonly string[] }>()
  })

  it('does not contain escaped characters', () => {
    expectTypeOf<PathKeys<'/users\\:all'>>().toBeNever()
    expectTypeOf<PathKeys<'/a\\*b'>>().toBeNever()
    expectTypeOf<PathArgs<'/a\\{/:b\\}'>>().toEqualTypeOf<{ readonly b: Param }>()
    expectTypeOf<PathArgs<'/search\\?q=:q{&page=:page}'>>().toEqualTypeOf<{
      readonly q: Param
      readonly page?: OptionalParam
    }>()
  })

  it('has adjacent parameters', () => {
    expectTypeOf<PathKeys<'/:a*b:c'>>().toEqualTypeOf<'a' | 'b' | 'c'>()
    expectTypeOf<PathKeys<'/:a-:b.:c%:d,:e'>>().toEqualTypeOf<'a' | 'b' | 'c' | 'd' | 'e'>()
  })

  it('is unrestricted if the path is a string', () => {
    expectTypeOf<PathArgs<string>>().not.toBeAny()
    expectTypeOf<{ anything: number }>().toExtend<PathArgs<string>>()
    expectTypeOf<{ many: string[] }>().toExtend<PathArgs<string>>()
  })
})

describe('ShortenPath, a path without its last parameter,', () => {
  it('ends before the last parameter', () => {
    expectTypeOf<ShortenPath<'/users/:id'>>().toEqualTypeOf<'/users'>()
    expectTypeOf<ShortenPath<'/:group/posts/:id'>>().toEqualTypeOf<'/:group/posts'>()
    expectTypeOf<ShortenPath<'/users{/:id}'>>().toEqualTypeOf<'/users'>()
    expectTypeOf<ShortenPath<'/repos/:owner/*path'>>().toEqualTypeOf<'/repos/:owner'>()
    expectTypeOf<ShortenPath<'/:id'>>().toEqualTypeOf<''>()
    expectTypeOf<ShortenPath<'/users/:id\\?full=:full'>>().toEqualTypeOf<'/users'>()
    expectTypeOf<ShortenPath<'/users/:id{\\?full=:full}'>>().toEqualTypeOf<'/users'>()
    expectTypeOf<ShortenPath<'/api\\?user=:user'>>().toEqualTypeOf<'/api\\?user='>()
    expectTypeOf<ShortenPath<string>>().toEqualTypeOf<string>()
  })

  it('keeps a slash at the end of the path', () => {
    expectTypeOf<ShortenPath<'/users/:id/'>>().toEqualTypeOf<'/users/'>()
    expectTypeOf<ShortenPath<'/:group/posts/:id/'>>().toEqualTypeOf<'/:group/posts/'>()
    expectTypeOf<ShortenPath<'/users{/:id}/'>>().toEqualTypeOf<'/users/'>()
    expectTypeOf<ShortenPath<'/users{/:id/}'>>().toEqualTypeOf<'/users/'>()
    expectTypeOf<ShortenPath<'/users/{:id/}'>>().toEqualTypeOf<'/users/'>()
    expectTypeOf<ShortenPath<'/users/:id/\\?format=json'>>().toEqualTypeOf<'/users/'>()
    expectTypeOf<ShortenPath<'/users/:id\\?next=/'>>().toEqualTypeOf<'/users'>()
    expectTypeOf<ShortenPath<'/repos/:owner/*path/'>>().toEqualTypeOf<'/repos/:owner/'>()
    expectTypeOf<ShortenPath<'/:id/'>>().toEqualTypeOf<'/'>()
  })

  it('keeps escaped characters', () => {
    expectTypeOf<ShortenPath<'/users/:id\\:full'>>().toEqualTypeOf<'/users'>()
    expectTypeOf<ShortenPath<'/v1\\:beta/users/:id'>>().toEqualTypeOf<'/v1\\:beta/users'>()
  })
})
