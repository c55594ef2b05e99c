import { systemClock } from '../../runtime/time/clock.ts'
import type { LeaderPages } from './leaderPages.ts'
import { periodOf } from './leaderPeriods.ts'
import type { LeaderChoice } from './leaderSchemas.ts'

/** The chosen leaders, as far as they are counted: the first request for their list begins to count. */
export const shownLeaders =
  (pageOf: LeaderPages, clock = systemClock) =>
  async (recipientId: string, { period = 'month', currency: name = 'EUR', count = 5 }: LeaderChoice) => {
    const currency = name.toUpperCase()
    const list = { period: periodOf[period](new Date(clock()).toISOString()), currency }
    const { entries } = await pageOf(recipientId, list, { offset: 0, limit: count })
    return { period, currency, leaders: entries.map(({ item: { nickname, amount } }) => ({ nickname, amount })) }
  }
