import { Entity, resource } from 'rtk-rest'

export class Todo extends Entity {
  id = ''
  title = ''
  static override key = 'Todo'

  get label() {
    return this.title
  }
}

export const TodoResource = resource({ path: '/todos/:id', schema: Todo })
