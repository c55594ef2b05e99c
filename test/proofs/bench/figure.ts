/** Columns and rows, as text. */
export interface Table {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

export interface Measurement {
  /** What was found, in a few words. */
  readonly measured: string
  /** Undefined where a figure is only recorded, or could not be measured. */
  readonly met: boolean | undefined
  /** The same and more, for the JSON copy. */
  readonly values?: Readonly<Record<string, unknown>>
  readonly details?: Table
  readonly remarks?: readonly string[]
}

/** What a measured value is compared with. */
export interface Yardstick {
  readonly goal: string
  /** What a typical user of this field has today, in one line. */
  readonly field: string
  /** What was found when somebody outside the project first measured it, or why there was nothing to measure. */
  readonly before: { readonly on: `${number}-${number}-${number}`; readonly found: string }
}

/** A figure that the project holds itself to. */
export interface Figure extends Yardstick {
  /** `--only <name>` */
  readonly name: string
  readonly title: string
  readonly measure: () => Promise<Measurement>
}

export const skipped = (reason: string): Measurement => ({ measured: `skipped: ${reason}`, met: undefined })
