import { expect, test } from 'vitest'
import { alertSequence, positionAt, sequenceAfter } from '../../../../shared/areas/alerts/sequences.ts'

test('alerts and other deliveries have one order', () => {
  const [alert, next] = [alertSequence(7), alertSequence(8)]
  const [other, another] = [sequenceAfter(alert), sequenceAfter(sequenceAfter(alert))]

  expect([alert, other, another, next].toSorted((left, right) => left - right)).toEqual([alert, other, another, next])
  expect([alert, other, another, next - 1, next].map(positionAt)).toEqual([7, 7, 7, 7, 8])
})

test('before the first alert there is room, and nothing before that', () => {
  expect(sequenceAfter(0)).toBe(1)
  expect(positionAt(sequenceAfter(0))).toBe(0)
})

test('a delivery never takes the sequence of the next alert', () => {
  expect(() => sequenceAfter(alertSequence(8) - 1)).toThrow(
    expect.objectContaining({
      code: 'limit_reached',
      message: `At most ${alertSequence(1) - 1} repeats, changes, tests, actions and media are delivered between two alerts; the next alert makes room.`,
    }),
  )
})

test('eight thousand million alerts have safe sequences', () => {
  expect(Number.isSafeInteger(alertSequence(8e9))).toBe(true)
})
