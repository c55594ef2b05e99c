import type { Values } from '../filledText.ts'
import type { ReasonName } from './reasonTexts.ts'

/** Why a row or a whole file is not imported. */
export interface Reason {
  readonly name: ReasonName
  readonly values?: Values
  /** The line of a row that stands for a file in which none can be read. */
  readonly line?: number | undefined
  /** What a library or a schema says of it, in English. */
  readonly detail?: string
}
