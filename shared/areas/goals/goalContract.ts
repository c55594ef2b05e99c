import * as z from 'zod/mini'
import { operation } from '../../contract/operation.ts'
import { Empty, text } from '../../contract/values.ts'
import { violates } from '../../contract/violations.ts'
import { currencyName } from '../../runtime/money/currency.ts'
import { comparableUnits } from '../../runtime/money/decimal.ts'
import { Money, MoneyAnswer } from '../../runtime/money/money.ts'
import { DateTime, DateTimeAnswer } from '../../runtime/time/dateTime.ts'
import { every } from '../../runtime/time/duration.ts'
import { goalsIntervalMs, mostCounted, mostGoals } from './goalLimits.ts'

export const GoalAnswer = z
  .object({
    title: z.string(),
    target: MoneyAnswer,
    start: MoneyAnswer,
    reached: MoneyAnswer,
    since: DateTimeAnswer,
  })
  .register(z.globalRegistry, { id: 'GoalState' })

const example = {
  title: 'New microphone',
  target: { major: 200, minor: 0, currency: 'EUR' },
  start: { major: 20, minor: 0, currency: 'EUR' },
  reached: { major: 32, minor: 34, currency: 'EUR' },
  since: '2026-03-01T00:00:00Z',
}

const NewGoal = z
  .object({
    title: z._default(text(0, 100), ''),
    target: Money,
    start: z.optional(Money),
    since: z.optional(DateTime),
  })
  .check(
    z.refine(({ target }) => comparableUnits(target) > 0n, {
      path: ['target'],
      error: 'Invalid target: expected more than nothing',
      ...violates('too_small'),
    }),
    z.refine(({ target, start }) => start === undefined || start.currency === target.currency, {
      path: ['start', 'currency'],
      error: 'Invalid currency: expected that of the target',
      ...violates('contradictory'),
    }),
  )

export const setGoal = operation({
  id: 'setGoal',
  area: 'history',
  role: 'editor',
  method: 'POST',
  path: '/goals/commands/set-goal',
  summary: 'Set the goal of a currency',
  description: `A recipient has one goal for each currency, of at most ${mostGoals} currencies; setting it again replaces it. \`reached\` is \`start\` (nothing by default) and the amounts of the listed history items of that currency from \`since\` on (the present by default), less refunds and disputes. Deletions, restorations and imports count at once; tests do not, and nothing is converted. At most ${mostCounted} history items from \`since\` to the present are counted: if there are more, give a later instant, and the sum before it as \`start\`. Overlays show the goals as a bar; a new alert carries the goal that it counts for, and any other change brings the message \`goals\` of the WebSocket API, at most ${every(goalsIntervalMs)}.`,
  body: NewGoal,
  success: { body: GoalAnswer },
  problems: ['rate_limited', 'limit_reached'],
  access: {
    recipients: ['GetItem', 'UpdateItem'],
    'history.byTime': ['Query'],
    deliveries: ['PutItem'],
    rates: ['UpdateItem'],
  },
  examples: [
    {
      name: 'from a day on',
      body: { title: example.title, target: example.target, start: example.start, since: example.since },
      answer: { ...example, reached: example.start },
    },
  ],
})

export const deleteGoal = operation({
  id: 'deleteGoal',
  area: 'history',
  role: 'editor',
  method: 'POST',
  path: '/goals/commands/delete-goal',
  summary: 'Delete the goal of a currency',
  description: 'Overlays no longer show it. Deleting a goal that does not exist succeeds.',
  body: z.object({ currency: z.string().check(z.regex(currencyName), z.toUpperCase()) }),
  success: { body: Empty },
  problems: ['limit_reached'],
  access: { recipients: ['GetItem', 'UpdateItem'], deliveries: ['PutItem'] },
  examples: [{ name: 'delete', body: { currency: 'EUR' }, answer: {} }],
})

export const listGoals = operation({
  id: 'listGoals',
  area: 'history',
  role: 'moderator',
  method: 'GET',
  path: '/goals',
  summary: "The caller's goals, by currency",
  description: 'Their present state. Fractions finer than the decimals of the target are counted but not shown.',
  success: { body: z.object({ goals: z.array(GoalAnswer) }) },
  problems: [],
  access: { recipients: ['GetItem'] },
  examples: [{ name: 'one goal', answer: { goals: [example] } }],
})
