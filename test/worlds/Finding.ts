/** What a run found to be wrong. */
export interface Finding {
  readonly kind: string
  /** In a reader's words. */
  readonly detail: string
}
