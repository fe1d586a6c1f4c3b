const dayAndTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' })

/** `21 Nov 2026, 09:14` */
export function formatTime(iso: string): string {
  return dayAndTime.format(new Date(iso))
}

/** `4 March 2019` */
export function formatDay(date: Date): string {
  return longDay.format(date)
}
