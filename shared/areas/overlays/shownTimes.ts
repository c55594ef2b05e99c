import { positionAt } from '../alerts/sequences.ts'

/** Acknowledgements of which an overlay keeps the time: 30 bytes each, so that its item stays below a write unit. */
const kept = 8

/** Of an overlay. */
export type ShownTimes = Readonly<Partial<Record<`shown${number}`, string>>>

/** The attribute with the time of an acknowledgement: successive alerts have successive ones. */
const attributeOf = (sequence: number): `shown${number}` => `shown${(positionAt(sequence) + sequence) % kept}`

/** The attribute that keeps when a delivery was acknowledged. */
export const shownTime = (sequence: number, now: Date): { readonly name: string; readonly value: string } => ({
  name: attributeOf(sequence),
  value: `${sequence}@${now.toISOString()}`,
})

/** When the overlay acknowledged a delivery; undefined when that is forgotten, or was done along with a later one. */
export const shownAt = (times: ShownTimes, sequence: number): string | undefined => {
  const [of, at] = times[attributeOf(sequence)]?.split('@') ?? []
  return of === String(sequence) ? at : undefined
}
