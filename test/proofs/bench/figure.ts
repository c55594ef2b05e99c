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
  readonly notes?: readonly string[]
}

/** A figure that the project holds itself to. */
export interface Figure {
  /** `--only <name>` */
  readonly name: string
  readonly title: string
  readonly goal: string
  readonly measure: () => Promise<Measurement>
}

export const skipped = (reason: string): Measurement => ({ measured: `skipped: ${reason}`, met: undefined })
