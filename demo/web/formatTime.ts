import type { Temporal } from 'temporal-polyfill'

const dayAndTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const clockTime = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })
const minuteTime = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' })
const relative = new Intl.RelativeTimeFormat('en-GB')
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

/** `09:14` */
export function formatMinute(ms: number): string {
  return minuteTime.format(ms)
}

/** `2 minutes ago` */
export function formatAge(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return 'less than a minute ago'
  if (minutes < 60) return relative.format(-minutes, 'minute')
  const hours = Math.floor(minutes / 60)
  return hours < 24
    ? relative.format(-hours, 'hour')
    : relative.format(-Math.floor(hours / 24), 'day')
}
