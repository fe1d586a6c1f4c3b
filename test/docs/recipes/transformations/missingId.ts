import { Entity, RestEndpoint } from 'rtk-rest'
import { API } from '../api'

class Settings extends Entity {
  userId = ''
  theme = 'light'
  static override key = 'Settings'
  override pk(): string {
    return this.userId
  }
}

export const getSettings = new RestEndpoint({
  urlPrefix: API,
  path: '/users/:userId/settings',
  schema: Settings,
  process(value: object, { userId }: { readonly userId: string }) {
    return { ...value, userId }
  },
})

export const changeSettings = getSettings.extend({
  method: 'PATCH',
  body: {} as { readonly theme: string },
})
