import * as z from 'zod/mini'
import { operation } from '../../contract/operation.ts'
import { Flag, Label, SafeInteger, text } from '../../contract/values.ts'
import { page, pageHeaders, pageQuery } from '../../mechanisms/page/contract.ts'
import { MoneyAnswer } from '../../runtime/money/money.ts'
import { DateTimeAnswer } from '../../runtime/time/dateTime.ts'
import { duration, milliseconds } from '../../runtime/time/duration.ts'
import { notEmptyPeriod, periodQuery } from '../../runtime/time/period.ts'
import { eventDetails, knownNames } from '../events/historyEvent.ts'
import { testSeconds } from '../events/testExpiry.ts'
import { Actor } from '../members/actor.ts'
import { decidableMs } from './decidableMs.ts'

/**
 * An alert as it is answered (specification, "Alert"). Texts that are not known are empty; without an amount it is
 * null, and a count that the history does not know (null there) is 1.
 */
export const Alert = z
  .object({
    id: z.string(),
    recipientId: z.string(),
    historyItemId: z.string(),
    system: z.string(),
    event: z.string(),
    createdAt: DateTimeAnswer,
    hidden: z.boolean(),
    nickname: z.string(),
    message: z.string(),
    amount: z.nullable(MoneyAnswer),
    media: z.object({ url: z.string() }),
    levelName: z.string(),
    count: SafeInteger,
  })
  .register(z.globalRegistry, { id: 'Alert' })

/** An alert of a list. `decidedBy` is the member who decided on it last, and null where that is no member any more. */
export const ListedAlert = z
  .extend(Alert, { decidedBy: z.optional(z.nullable(Actor)) })
  .register(z.globalRegistry, { id: 'ListedAlert' })

const alertExample = {
  id: 'fdf7d159-2181-852a-8610-5014eb12e8e8',
  recipientId: 'alice',
  historyItemId: '0199a1b2-7c00-7000-8000-000000000001',
  system: 'Manual',
  event: 'payment',
  createdAt: '2026-03-01T18:30:00.000Z',
  hidden: false,
  nickname: 'bob',
  message: 'Great stream!',
  amount: { major: 12, minor: 34, currency: 'EUR' },
  media: { url: '' },
  levelName: 'gold',
  count: 1,
}

const emptyPage = {
  content: [],
  pageable: {
    orderBy: [{ ignoreCase: false, direction: 'DESC', property: 'createdAt', ascending: false }],
    number: 0,
    size: 20,
    mode: 'OFFSET',
    sort: { orderBy: [{ ignoreCase: false, direction: 'DESC', property: 'createdAt', ascending: false }] },
  },
  pageNumber: 0,
  offset: 0,
  size: 20,
  empty: true,
  numberOfElements: 0,
  totalSize: 0,
  totalPages: 0,
  totalIsExact: true,
}

export const listAlerts = operation({
  id: 'listAlerts',
  area: 'alerts',
  role: 'moderator',
  method: 'GET',
  path: '/alerts',
  summary: "The caller's alerts, newest first",
  description: [
    'Sortable by `createdAt`. Any page is reached by its number, and the total is exact, without a filter and with a period alone (`after` is inclusive, `before` exclusive).',
    `\`held=true\` lists alerts that wait for \`decide-alert\`, of the last ${milliseconds(decidableMs)}; \`GET /alerts/show\` has their number, so that nobody needs to ask for the list of none.`,
    'The other filters match whole values, and the system `ODA` (or another name, by the deployment’s setting `ownSystem`) stands for the systems of one’s own gateways too. `totalIsExact` says whether the total is exact. Tests are not listed.',
    '`decidedBy` is the member who showed, hid, deleted or restored the alert last: absent where nobody or the recipient did, and null where that member has left, was removed or erased its data.',
  ].join(' '),
  query: pageQuery({
    ...periodQuery,
    hidden: z.optional(Flag),
    held: z.optional(Flag),
    nickname: z.optional(text(1, 64)),
    system: z.optional(Label),
    levelName: z.optional(text(1, 128)),
  }).check(notEmptyPeriod()),
  success: { body: page(ListedAlert, {}, 'AlertPage'), headers: pageHeaders },
  problems: [],
  ownSystem: true,
  access: {
    alerts: ['BatchGetItem', 'Query', 'UpdateItem'],
    'alerts.byHeld': ['Query'],
    recipients: ['GetItem', 'UpdateItem'],
    members: ['Query'],
    'key:cursors': ['GenerateMac'],
  },
  examples: [{ name: 'hidden ones', query: { hidden: 'true' }, answer: emptyPage }],
})

export const testAlert = operation({
  id: 'testAlert',
  area: 'alerts',
  role: 'editor',
  method: 'POST',
  path: '/alerts/commands/test-alert',
  summary: 'Show a test alert',
  description: `The alert is delivered like that of a donation, marked as a test: it is in no list, total or print, and is deleted after ${duration(testSeconds)}. \`event\` and \`system\` select the tested event, such as a raid. ${knownNames} Without \`levelName\` the level follows from the amount: the configuration record \`alerts\` may hold \`value.levels\`, an array of \`{name, from}\`, and an alert has the level with the highest \`from\` that its amount reaches in the same currency. \`historyItemId\` can be used to repeat the alert.`,
  body: z.object({ event: z._default(Label, 'payment'), system: z._default(Label, 'Manual'), ...eventDetails }),
  success: { body: z.object({ historyItemId: z.string(), alert: Alert }) },
  largeAnswer: true,
  problems: ['rate_limited', 'limit_reached'],
  access: {
    history: ['PutItem'],
    deliveries: ['PutItem'],
    recipients: ['BatchGetItem', 'UpdateItem'],
    configs: ['BatchGetItem'],
    rates: ['UpdateItem'],
  },
  examples: [
    {
      name: 'donation',
      body: {
        nickname: 'bob',
        message: 'Great stream!',
        amount: { major: 12, minor: 34, currency: 'EUR' },
        levelName: 'gold',
      },
      answer: { historyItemId: '0199a1b2-7c00-7000-8000-000000000001', alert: alertExample },
    },
  ],
})
