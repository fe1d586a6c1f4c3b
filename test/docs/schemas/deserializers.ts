import { Entity, RestEndpoint } from 'rtk-rest'
import { controller } from './store'

class Money {
  readonly cents: number
  constructor(cents: number) {
    this.cents = cents
  }
  toJSON(): number {
    return this.cents
  }
}

class Task extends Entity {
  id = ''
  due = new Date(0)
  budget = new Money(0)
  estimate = 0
  tags: readonly string[] = []
  static override key = 'Task'
  static override schema = {
    due: Date,
    budget: Money,
    estimate: Number,
    tags: (text: string) => text.split(','),
  }
}

const getTask = new RestEndpoint({ path: '/tasks/:id', schema: Task })
const task = await controller.fetch(getTask, { id: '1' })

console.info(task.due instanceof Date, task.due.getFullYear()) // true 2026
console.info(task.budget.cents, task.estimate + 1, task.tags) // 5000 4 ["docs","urgent"]
