import { Entity, EntityMixin, normalize } from 'rtk-rest'
import { describe, expect, it } from 'vitest'
import { said } from '../support/said'

describe('a class without `static key`', () => {
  it('is told the line to write, once', () => {
    class Task extends Entity {
      id = ''
    }
    normalize([Task], [{ id: '1' }, { id: '2' }])
    normalize(Task, { id: '3' })
    expect(said()).toEqual([
      "Task has no `static key`: its table is called like the class, and a minifier changes that name, so that a stored state is not found again. Write in the class: static override key = 'Task'",
    ])
  })

  it('is told nothing where it inherits a key, or a mixin gives one', () => {
    class Task extends Entity {
      id = ''
      static override key = 'Task'
    }
    class Chore extends Task {}
    class Plain {
      id = ''
    }
    normalize([Chore], [{ id: '1' }])
    normalize([EntityMixin(Plain, { key: 'Plain' })], [{ id: '1' }])
    expect(said()).toEqual([])
  })
})

describe('a `static schema` with a name that the class does not have', () => {
  class User extends Entity {
    id = ''
    static override key = 'User'
  }

  it('is said once, with the names that there are', () => {
    class Post extends Entity {
      id = ''
      title = ''
      author = User.fromJS()
      static override key = 'Post'
      static override schema = { autor: User }
    }
    normalize([Post], [{ id: '1', author: { id: '5' } }, { id: '2' }])
    expect(said()).toEqual([
      'The `static schema` of Post names `autor`, which neither the class nor its first response has. The class has: id, title, author. Correct the name, or give the field a default.',
    ])
  })

  it('is right where the response has it, a getter has it, or the class has no fields', () => {
    class Sent extends Entity {
      id = ''
      static override key = 'Sent'
      static override schema = { author: User }
    }
    class Computed extends Entity {
      id = ''
      static override key = 'Computed'
      static override schema = { author: User }
      get author() {
        return User.fromJS()
      }
    }
    class Empty extends Entity {
      static override key = 'Empty'
      static override schema = { author: User }
    }
    normalize(Sent, { id: '1', author: { id: '5' } })
    normalize(Computed, { id: '1' })
    normalize(Empty, { id: '1' })
    expect(said()).toEqual([])
  })
})

describe('a primary key beyond 2^53', () => {
  const says = (place: string) =>
    `${place} is a number beyond 2^53, which JavaScript rounds, so that two entities may become one row. Have the server send it as a text, or read it as one in \`parseResponse\`.`
  const parse = (text: string) => JSON.parse(text) as object

  it('is said once, with the entity and its field', () => {
    class User extends Entity {
      id = ''
      static override key = 'User'
    }
    const response = parse('[{"id":9007199254740993},{"id":9007199254740992},{"id":1e21}]')
    normalize([User], response)
    normalize([User], response)
    expect(said()).toEqual([says('User.id')])
  })

  it('is said where it is a part of a key', () => {
    class Revision extends Entity {
      post = 0
      number = 0
      static override key = 'Revision'

      override pk(): string {
        return `${this.post}/${this.number}`
      }
    }
    normalize(Revision, parse('{"post":9007199254740993,"number":3,"size":9007199254740995}'))
    expect(said()).toEqual([says('Revision.post')])
  })

  it('is said where it stands for an entity', () => {
    class User extends Entity {
      id = ''
      static override key = 'User'
    }
    class Post extends Entity {
      id = ''
      author: User | undefined = undefined
      static override key = 'Post'
      static override schema = { author: User, readers: [User] }
    }
    const ids = '"author":9007199254740993,"readers":[1,9007199254740993]'
    normalize(Post, parse(`{"id":"1",${ids}}`))
    expect(said()).toEqual([
      says('A reference to User in author'),
      says('A reference to User in readers'),
    ])
  })

  it('is no mistake as a text, or as a number that is no key', () => {
    class User extends Entity {
      id = ''
      serial = 0
      static override key = 'User'
    }
    const ids = '"id":"9007199254740993","serial":9007199254740991'
    normalize([User], parse(`[{${ids}},{"id":9007199254740991},{"id":1,"serial":1e300}]`))
    expect(said()).toEqual([])
  })
})
