import fc from 'fast-check'
import { canary, canaryText } from './canary.ts'

type Container = Record<string, unknown>

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null

/** The places of a JSON value: each is a member of a container. The value itself is a member of a container around it. */
const placesOf = (container: Container): { container: Container; key: string }[] =>
  Object.keys(container).flatMap((key) => {
    const member = container[key]
    return [{ container, key }, ...(isContainer(member) ? placesOf(member) : [])]
  })

/** Values at the limits of types, encodings, stores and parsers. */
const naughtyValues: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    '',
    ' ',
    0,
    -0,
    -1,
    0.1,
    1e21,
    -1e-7,
    1.7976931348623157e308,
    Number.MAX_SAFE_INTEGER,
    Number.MIN_SAFE_INTEGER,
    2 ** 31,
    '\u0000',
    '\ud800',
    '\ufeff',
    '‮',
    '=1+1',
    '../..',
    '%00',
    "' OR 1=1 --",
    '#{7*7}',
    'true',
    '2026-02-30T00:00:00Z',
    '9999-12-31T23:59:59.999999999Z',
    '2026-01-01T00:00:00+23:59',
    'javascript:alert(1)',
    'https://user:password@example.com',
    [],
    {},
    [[]],
    [null],
    { '': '' },
    { toString: 1 },
    canaryText,
  ),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.constantFrom(64, 65, 128, 1000, 5000).map((length) => canary.padEnd(length, '𝒳')),
  fc.jsonValue(),
)

const changes = ['replace', 'remove', 'double', 'wrap', 'rename'] as const

/** One change of a JSON value. The place is counted when the change is applied. */
export interface Mutation {
  readonly place: number
  readonly change: (typeof changes)[number]
  readonly value: unknown
}

export const mutations: fc.Arbitrary<readonly Mutation[]> = fc.array(
  fc.record({
    place: fc.nat(),
    change: fc.constantFrom('replace' as const, 'replace' as const, ...changes),
    value: naughtyValues,
  }),
  { minLength: 1, maxLength: 3 },
)

const apply = (root: Container, { place, change, value }: Mutation): void => {
  const places = placesOf(root)
  const found = places[place % places.length]
  if (found === undefined) return
  const { container, key } = found
  switch (change) {
    case 'replace':
      container[key] = structuredClone(value)
      return
    case 'remove':
      delete container[key]
      return
    case 'double':
      if (Array.isArray(container)) container.push(container[key])
      else container[`${key}2`] = container[key]
      return
    case 'wrap':
      container[key] = [container[key]]
      return
    case 'rename':
      container[typeof value === 'string' && !Array.isArray(container) ? value : key] = container[key]
  }
}

/** A JSON value after some changes; undefined if they have removed it. */
export const mutated = (value: unknown, steps: readonly Mutation[]): unknown => {
  const root: Container = { value: structuredClone(value) }
  for (const step of steps) apply(root, step)
  return root['value']
}
