import { pointerFromPath } from '../../../shared/contract/problem.ts'

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** The JSON Pointer of the first difference of two JSON documents, in the order of `one`; undefined when they are equal. */
export const firstDifference = (one: unknown, other: unknown, path: readonly string[] = []): string | undefined => {
  if (Object.is(one, other)) return undefined
  if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other)) return pointerFromPath(path)
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const difference = firstDifference(one[key], other[key], [...path, key])
    if (difference !== undefined) return difference
  }
  return undefined
}
