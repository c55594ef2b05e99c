import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { pointerFromPath } from '../../shared/contract/problem.ts'
import type { JsonObject } from './openapi/components.ts'

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** The JSON Pointer of the first difference of two documents, in the order of `one`; undefined if they are equal. */
const firstDifference = (one: unknown, other: unknown, path: readonly string[] = []): string | undefined => {
  if (Object.is(one, other)) return undefined
  if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other)) return pointerFromPath(path)
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const difference = firstDifference(one[key], other[key], [...path, key])
    if (difference !== undefined) return difference
  }
  return undefined
}

/** A document in its committed form: pretty-printed JSON. */
export const serialized = (document: JsonObject): string => `${JSON.stringify(document, null, 2)}\n`

export const writeGenerated = (text: string, file: string): void => writeFileSync(file, text)

const lineOfDifference = (one: string, other: string): number => {
  const [lines, others] = [one.split('\n'), other.split('\n')]
  const index = lines.findIndex((line, at) => line !== others[at])
  return (index < 0 ? lines.length : index) + 1
}

const placeOfDifference = (committed: string, current: string, file: string): string => {
  if (!file.endsWith('.json')) return `it differs in line ${lineOfDifference(current, committed)}`
  try {
    const difference = firstDifference(JSON.parse(committed), JSON.parse(current))
    return difference === undefined ? 'its layout or the order of its members differs' : `it differs at ${difference}`
  } catch {
    return 'it is not JSON'
  }
}

/** Why the file differs from what it should contain, in one line; undefined when it does not. */
export const staleness = (text: string, file: string): string | undefined => {
  if (!existsSync(file)) return 'it does not exist'
  const committed = readFileSync(file, 'utf8')
  return committed === text ? undefined : placeOfDifference(committed, text, file)
}
