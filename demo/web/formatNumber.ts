const grouped = new Intl.NumberFormat('en-GB')

/** `1,250` */
export function formatNumber(value: number): string {
  return grouped.format(value)
}
