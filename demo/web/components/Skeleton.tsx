/** The shape of what is being loaded. */
export function Skeleton({ label, rows }: { label: string; rows: number }) {
  return (
    <div className="skeleton" role="status" aria-label={`Loading ${label}`}>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className="skeleton__row" />
      ))}
    </div>
  )
}
