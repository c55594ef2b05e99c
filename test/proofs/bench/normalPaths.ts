import { operations } from '../../../shared/operations.ts'
import type { Fixture } from '../../support/fixtures/fixture.ts'
import { fixtures } from '../../support/fixtures/fixtures.ts'

/** The plainest use of operations whose first fixture is about something special. */
const plain: readonly Fixture[] = [
  {
    operation: 'addHistoryItems',
    name: 'one item without an alert',
    request: ({ unique }) => ({
      body: {
        items: [
          {
            system: 'DonationAlerts',
            event: 'payment',
            originId: unique('donation'),
            timestamp: '2026-03-01T18:30:00Z',
            nickname: 'bob',
            amount: { major: 12, minor: 34, currency: 'EUR' },
          },
        ],
      },
    }),
  },
  {
    operation: 'addActions',
    name: 'a single one',
    request: () => ({ body: { actions: [{ name: 'wave', price: { major: 5, minor: 25, currency: 'EUR' } }] } }),
  },
  {
    operation: 'updateAnnouncers',
    name: 'one change',
    request: async ({ done }) => {
      await done('addAnnouncer', { body: { text: 'We are live!', accountId: 'main', chatId: -1001234567890 } })
      const [{ id }] = await done('listAnnouncers')
      return { body: { updated: [{ id, enabled: false }] } }
    },
  },
]

const candidates = [...plain, ...fixtures]

/** The way that a request of the operation usually takes: the first success among the fixtures, or else the first of them. */
const normalPathOf = (operation: string): Fixture | undefined => {
  const own = candidates.filter((fixture) => fixture.operation === operation)
  return own.find(({ status = 200 }) => status === 200) ?? own[0]
}

/** One for each operation that has a fixture, in the registry's order. */
export const normalPaths = (): readonly Fixture[] => operations.flatMap(({ id }) => normalPathOf(id) ?? [])
