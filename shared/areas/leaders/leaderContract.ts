import * as z from 'zod/mini'
import { operation } from '../../contract/operation.ts'
import { SafeInteger } from '../../contract/values.ts'
import { violates } from '../../contract/violations.ts'
import { page, pageExample, pageHeaders, pageQuery } from '../../mechanisms/page/contract.ts'
import { currencyName } from '../../runtime/money/currency.ts'
import { MoneyAnswer } from '../../runtime/money/money.ts'
import { countedAtOnce } from './leaderLimits.ts'
import { kindOf } from './leaderPeriods.ts'

const LeaderAnswer = z
  .object({ place: SafeInteger, id: z.string(), nickname: z.string(), amount: MoneyAnswer })
  .register(z.globalRegistry, { id: 'Leader' })

const period = z._default(
  z.string().check(
    z.refine((text) => kindOf(text) !== undefined, {
      error:
        'Invalid period: expected a day (2026-03-01), a month (2026-03) or all; print the history of any other with print-csv',
      ...violates('format'),
    }),
    z.meta({ description: 'a date or month of UTC, such as `2026-03-01` or `2026-03`, or `all`' }),
  ),
  'all',
)

export const listLeaders = operation({
  id: 'listLeaders',
  area: 'history',
  role: 'editor',
  method: 'GET',
  path: '/history/leaders',
  summary: 'The donors of a period, the highest sum first',
  description: `Sums up the amounts of the listed history items of one currency by exact nickname, for a date, a month or all time, less refunds and disputes. Deletions, restorations and imports count at once; tests and donors without a nickname do not, and nothing is converted. Donors with equal sums keep a fixed order. Counting starts with the first request for a day, a month or all time, separately for each of the three. Each request then reads the next ${countedAtOnce} items of the history: until \`isComplete\` is true, the leaders are those of its oldest part. The total is exact on the last page. \`id\` is the id of a donor in its list. For any other period, print the history (\`POST /history/commands/print-csv\` with \`after\` and \`before\`).`,
  query: pageQuery({ period, currency: z.string().check(z.regex(currencyName), z.toUpperCase()) }),
  success: {
    body: page(LeaderAnswer, {
      isComplete: z
        .boolean()
        .check(z.meta({ description: 'false until this and further requests have counted the whole history' })),
    }),
    headers: pageHeaders,
  },
  problems: [],
  access: {
    recipients: ['GetItem', 'UpdateItem'],
    'history.byTime': ['Query'],
    leaders: ['BatchGetItem', 'PutItem'],
    'leaders.bySum': ['Query'],
    'key:cursors': ['GenerateMac'],
  },
  examples: [
    {
      name: 'of a month',
      query: { period: '2026-03', currency: 'EUR' },
      answer: {
        ...pageExample(
          [
            {
              place: 1,
              id: '2026-03#EUR#gbY32PzSxtpjWeaW',
              nickname: 'bob',
              amount: { major: 12, minor: 34, currency: 'EUR' },
            },
          ],
          'amount',
          false,
        ),
        isComplete: true,
      },
    },
  ],
})
