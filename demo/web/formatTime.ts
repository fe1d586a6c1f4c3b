import type { Temporal } from 'temporal-polyfill'

const dayAndTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const clockTime = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })
const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' })

/** `21 Nov 2026, 09:14` */
export function formatTime(iso: string): string {
  return dayAndTime.format(new Date(iso))
}

/** `4 March 2019` */
export function formatDay(date: Date): string {
  return longDay.format(date)
}

/** `21 Nov 2026, 09:14` */
export function formatInstant(instant: Temporal.Instant): string {
  return dayAndTime.format(instant.epochMilliseconds)
}

/** `09:14:07` */
export function formatClock(instant: Temporal.Instant): string {
  return clockTime.format(instant.epochMilliseconds)
}
