import { EntityMixin, RestEndpoint } from 'rtk-rest'
import { controller } from './store'

// From other code of the app, or from a generator.
class Person {
  username = ''
  fullName = ''

  greeting(): string {
    return `Hello ${this.fullName}`
  }
}

class User extends EntityMixin(Person, { key: 'User', pk: 'username' }) {}

const getUser = new RestEndpoint({ path: '/users/:username', schema: User })
const user = await controller.fetch(getUser, { username: 'ada' })

console.info(user.greeting(), user instanceof Person) // Hello Ada Lovelace true
