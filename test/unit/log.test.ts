import { expect, test } from 'vitest'
import { loggedError } from '../../shared/log.ts'

const thrownBy = (act: () => unknown): unknown => {
  try {
    return act()
  } catch (error) {
    return error
  }
}

const messageOf = (act: () => unknown): string | undefined => loggedError(thrownBy(act)).message

test('mistakes in our code are logged with their message: without it, a line of a bundle was all that the log said', () => {
  const tooEarly = () => {
    const read = () => later
    const value = read()
    const later = 1
    return value + later
  }

  expect(messageOf(tooEarly)).toBe("Cannot access 'later' before initialization")
  expect(messageOf(() => (undefined as unknown as { id: string }).id)).toContain("reading 'id'")
  expect(messageOf(() => new Array(-1))).toBe('Invalid array length')
})

test('no message of an error quotes what came in', () => {
  const input = 'Secret'

  const messages = [
    messageOf(() => JSON.parse(`{"a": ${input}}`)),
    messageOf(() => new Intl.DateTimeFormat('en', { timeZone: input })),
    messageOf(() => new Intl.NumberFormat('en', { style: 'currency', currency: 'SECRE' })),
    messageOf(() => BigInt(1234.5)),
    messageOf(() => decodeURIComponent(`%${input}`)),
  ]

  expect(messages.join('\n')).not.toMatch(/secre|1234/i)
})
