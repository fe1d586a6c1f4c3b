import { Big } from 'big.js'
import { Entity, resource } from 'rtk-rest'
import { Temporal } from 'temporal-polyfill'
import { API } from '../api'

export class Color {
  readonly hex: string

  constructor(hex: string) {
    this.hex = hex
  }

  toJSON(): string {
    return this.hex
  }
}

export class Order extends Entity {
  id = ''
  createdAt = new Date(0)
  shippedAt = Temporal.Instant.fromEpochMilliseconds(0)
  total = Big(0)
  quantity = 0
  color = new Color('#000')
  static override key = 'Order'
  static override schema = {
    createdAt: Date,
    shippedAt: Temporal.Instant.from,
    total: Big,
    quantity: Number,
    color: Color,
  }
}

export const OrderResource = resource({ urlPrefix: API, path: '/orders/:id', schema: Order })
