/** A mutant that no test can notice. */
export interface Equivalent {
  readonly file: string
  readonly original: string
  readonly replacement: string
  readonly reason: string
}

/** Survivors that behave as the original does, each with the reason; scores leave them out, and slips do not draw them. */
export const equivalents: readonly Equivalent[] = []
