import { Entity } from 'rtk-rest'
import type { Features } from './Features'

export class User extends Entity {
  id = ''
  login = ''
  name = ''
  following = false
  blocked = false
  static override key = 'User'
}

export class Project extends Entity {
  id = ''
  open = -1
  static override key = 'Project'
}

class Identified extends Entity {
  id = ''
}

class Slugged extends Entity {
  slug = ''

  override pk(): string {
    return this.slug
  }
}

/** The classes of the tasks of one world: as lists have them, and whole. */
export function createTasks({ hasSlugs }: Features) {
  const Keyed: typeof Entity = hasSlugs ? Slugged : Identified

  class Summary extends Keyed {
    title = ''
    status = ''
    size = 0
    project = ''
    createdAt = ''
    archived = false
    parent: string | null = null
    likes = 0
    liked = false
    pinned = false
    votes = 0
    labels: readonly string[] = []
    assignee: User | null = null
    static override key = 'Task'
    static override schema = { assignee: User }
  }
  class Task extends Summary {
    text = ''
    starredBy: readonly string[] = []
  }
  return { Summary, Task }
}

export type TaskClasses = ReturnType<typeof createTasks>
