import { createRest, Entity, resource } from 'rtk-rest'
import { persistence } from 'rtk-rest/persistence'
import { API } from '../api'

export const rest = createRest({ managers: [persistence({ key: 'my-app' })] })

export class Todo extends Entity {
  id = ''
  title = ''
  static override key = 'Todo'
}

export const TodoResource = resource({ urlPrefix: API, path: '/todos/:id', schema: Todo })
