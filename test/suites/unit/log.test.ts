import { expect, test, vi } from 'vitest'
import { Problem } from '../../../shared/contract/problem.ts'
import { log, loggedError } from '../../../shared/runtime/log.ts'

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

test('a logged error does not quote the request', () => {
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

test.each([
  ['one of AWS', Object.assign(new SyntaxError('no access to the table'), { $metadata: {} }), 'no access to the table'],
  ['a problem', new Problem('not_found', 'There is none.'), 'There is none.'],
  ['one of our own', new Error('the variable is not set'), 'the variable is not set'],
  ['a mistake in a name', new ReferenceError('x is not defined'), 'x is not defined'],
  ['a mistake in a type', new TypeError('x is not a function'), 'x is not a function'],
  [
    'a value out of range',
    new RangeError('1.25 is no integer, 7 of it\nnot: Secret\nat all'),
    '… is no integer, … of it\nnot…',
  ],
  ['any other one', new SyntaxError('Unexpected token S in Secret'), undefined],
])('the message of an error is logged where it cannot hold input: %s', (_name, error, message) => {
  expect(loggedError(error).message).toBe(message)
})

test('an error is logged with where it was raised, eight frames at most, and with its causes', () => {
  const cause = Object.assign(new Error('lost'), {
    stack: 'Error: lost\nat home\n    at read (file.js:1:2)\n\tat next\n-at',
  })
  const frames = Array.from({ length: 10 }, (_, index) => `at frame${index}`)
  const error = Object.assign(new Error('failed', { cause }), { stack: `Error\n ${frames.join('\n ')}` })

  expect(loggedError(error)).toEqual({
    name: 'Error',
    message: 'failed',
    frames: frames.slice(0, 8),
    cause: { name: 'Error', message: 'lost', frames: ['at read (file.js:1:2)', 'at next'] },
  })
})

test('a thrown non-error is logged by its type, and an error without a stack without frames', () => {
  const error = Object.assign(new Error('failed'), { stack: undefined })

  expect(['Secret', undefined, { message: 'Secret' }].map(loggedError)).toEqual([
    { name: 'string' },
    { name: 'undefined' },
    { name: 'object' },
  ])
  expect(loggedError(error)).toEqual({ name: 'Error', message: 'failed', frames: [] })
})

test('a line of the log is JSON with its level and its time, by which Lambda sorts it', () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)

  log('WARN', 'late', { worker: 'w', count: 2 }, () => Date.UTC(2026, 2, 1))

  expect(write.mock.calls).toEqual([
    ['{"level":"WARN","timestamp":"2026-03-01T00:00:00.000Z","message":"late","worker":"w","count":2}\n'],
  ])
  write.mockRestore()
})
