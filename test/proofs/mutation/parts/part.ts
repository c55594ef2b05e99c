/** Code that is mutated together, and the tests that have to notice. */
export interface Part {
  /** Mutants of a hundred that have to be killed: 95 where money, tenants, secrets, signatures or delivery are decided. */
  readonly goal: 85 | 95
  readonly mutate: readonly string[]
  readonly tests: readonly string[]
  /** Functions that the tests call: they are loaded before the first test. */
  readonly functions?: readonly string[]
}

export type Parts = Readonly<Record<string, Part>>
