/** Why a change was refused, beside the form that caused it; announced at once. */
export function Refusal({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p className="refusal" role="alert">
      {text}
    </p>
  )
}
