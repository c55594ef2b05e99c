import { Problem } from '../../contract/problem.ts'

/** Sequences from one alert to the next one: room for other deliveries in between. */
const alertStride = 2 ** 20

/** The sequence of an alert's first delivery: it follows from the position, so an alert needs no delivery beside it. */
export const alertSequence = (position: number): number => position * alertStride

/** The position of the last alert up to a sequence; 0 before the first one. */
export const positionAt = (sequence: number): number => Math.floor(sequence / alertStride)

/**
 * The sequence of a delivery after `last` that is no alert.
 *
 * @throws Problem `limit_reached` when there is no room before the sequence of the next alert, which makes room
 */
export const sequenceAfter = (last: number): number => {
  const next = last + 1
  if (next % alertStride === 0)
    throw new Problem(
      'limit_reached',
      `At most ${alertStride - 1} repeats, changes, tests, actions and media are delivered between two alerts; the next alert makes room.`,
    )
  return next
}
