import type { Period } from '../../runtime/time/period.ts'
import type { AlertRepository, Positions } from './alertRepository.ts'
import { millisecondFrom } from './rules.ts'

/** Parts into which one round trip divides the searched range: five round trips find one of a million positions. */
const parts = 16

/** The first of the positions 1 to `total` whose alert is not older than an instant, or the one after them. */
const firstSince = async (
  alerts: Pick<AlertRepository, 'times'>,
  recipientId: string,
  total: number,
  instant: string,
): Promise<number> => {
  const since = millisecondFrom(instant)
  let [low, high] = [1, total + 1]
  while (low < high) {
    const step = Math.ceil((high - low) / parts)
    const probes: number[] = []
    for (let probe = low + step - 1; probe < high; probe += step) probes.push(probe)
    const times = await alerts.times(recipientId, probes)
    const found = probes.findIndex((probe) => (times.get(probe) ?? since) >= since)
    const before = probes[found < 0 ? probes.length - 1 : found - 1]
    high = probes[found] ?? high
    low = before === undefined ? low : before + 1
  }
  return low
}

/** The positions of a period, because positions and creation times have the same order. */
export const positionsOf = async (
  alerts: Pick<AlertRepository, 'times'>,
  recipientId: string,
  total: number,
  { after, before }: Period,
): Promise<Positions> => {
  const since = async (instant: string | undefined, otherwise: number) =>
    instant === undefined ? otherwise : firstSince(alerts, recipientId, total, instant)
  const [first, end] = await Promise.all([since(after, 1), since(before, total + 1)])
  return { first, last: end - 1 }
}
