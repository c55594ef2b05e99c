import * as z from 'zod/mini'
import { Label } from '../../contract/values.ts'

/** A label in double quotes, or the text up to the next comma. */
const parts = /\s*"((?:[^"]|"")*)"\s*(?=,|$)|[^,]+/g

/** `Twitch, "A,B"` → `Twitch` and `A,B`: as in CSV, quotes protect commas and blanks, and are doubled inside quotes. */
const labelsFrom = (value: string): readonly string[] =>
  Array.from(value.matchAll(parts), ([part, quoted]) => quoted?.replaceAll('""', '"') ?? part.trim()).filter(
    (label) => label !== '',
  )

const isPlain = (label: string): boolean => label === label.trim() && !/[",]/.test(label)

/** The text that `labels` parses into these labels. */
export const textFromLabels = (labels: readonly string[]): string =>
  labels.map((label) => (isPlain(label) ? label : `"${label.replaceAll('"', '""')}"`)).join(',')

/** A filter with several values: comma-separated, or repeated, which the gateway joins with commas. */
export const labels = (maximum: number) =>
  z.pipe(
    z.string().check(z.maxLength(8192)),
    z.pipe(z.transform(labelsFrom), z.readonly(z.array(Label).check(z.maxLength(maximum)))),
  )
