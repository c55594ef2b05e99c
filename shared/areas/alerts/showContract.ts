import * as z from 'zod/mini'
import { operation } from '../../contract/operation.ts'
import { Empty, Identifier } from '../../contract/values.ts'
import { DateTimeAnswer } from '../../runtime/time/dateTime.ts'
import { milliseconds } from '../../runtime/time/duration.ts'
import { Actor } from '../members/actor.ts'
import { decidableMs } from './decidableMs.ts'
import { mostSkipped, showCommands } from './show.ts'

const Sequence = z.int().check(z.nonnegative())

/**
 * The state of the show, as overlays follow it. `paused`: no alert and no video is shown; one on the screen stays to
 * its end. `muted`: no sound and no speech. Waiting deliveries up to `cleared` are dropped, and so are those of
 * `skipped`, which also leave the screen. `sequence` is that of the delivery that brought this state: of two states the
 * one with the higher sequence holds.
 */
export const Show = z
  .object({
    paused: z.boolean(),
    muted: z.boolean(),
    cleared: Sequence,
    skipped: z.array(Sequence).check(z.maxLength(mostSkipped)),
    sequence: Sequence,
  })
  .register(z.globalRegistry, { id: 'Show' })

const State = { paused: z.boolean(), muted: z.boolean(), changedAt: z.nullable(DateTimeAnswer) }

const stateExample = { paused: true, muted: false, changedAt: '2026-03-01T18:31:00.000Z' }

export const controlShow = operation({
  id: 'controlShow',
  area: 'alerts',
  role: 'moderator',
  method: 'POST',
  path: '/alerts/commands/control-show',
  summary: 'Pause, resume, mute or unmute the show of alerts, skip an alert, or clear the queue',
  description:
    'Every overlay follows at once, and after a reload. `pause` shows no further alert until `resume`; the one on the screen stays to its end. `skip` removes the alert or video on the screen of an overlay, or the next one of a paused overlay; overlays that have not shown it yet leave it out. `clear` drops all waiting alerts; the one on the screen stays to its end. `mute` and `unmute` concern sounds and speech. History, totals and lists stay as they are: `repeat-alert` shows a skipped or cleared alert again. A command that changes nothing, such as pausing a paused show, succeeds. Programs of the WebSocket API get the message `show`, and the state with each `welcome`.',
  body: z.object({ command: z.enum(showCommands) }),
  success: { body: z.object(State) },
  problems: ['rate_limited', 'limit_reached'],
  access: {
    recipients: ['GetItem', 'UpdateItem'],
    overlays: ['Query'],
    alerts: ['Query', 'BatchGetItem'],
    deliveries: ['Query', 'PutItem'],
    rates: ['UpdateItem'],
  },
  examples: [{ name: 'pause', body: { command: 'pause' }, answer: stateExample }],
})

export const getShow = operation({
  id: 'getShow',
  area: 'alerts',
  role: 'moderator',
  method: 'GET',
  path: '/alerts/show',
  summary: 'The state of the show of alerts',
  description:
    'Whether it is paused or muted, since when (null until the first command) and by which member (`decidedBy`, absent where the recipient did it, null where that is no member any more), and how many alerts wait: of each overlay those that it has not acknowledged, the one on the screen and hidden ones included; overlays show alerts of the last day. `held` is the number of alerts that wait for a decision, at most 100, or null where `GET /alerts?held=true` has to look for those of an earlier version first; one that was restored may be counted until that list is read. Where `moderationIsReadable` is false, the service cannot read the moderation in the record `alerts`, which another version or an import has stored, and holds every alert until it is saved anew. `waiting` is the highest number of the connected overlays, or of all when none is connected.',
  success: {
    body: z.object({
      ...State,
      decidedBy: z.optional(z.nullable(Actor)),
      held: z.nullable(z.int()),
      moderationIsReadable: z.boolean(),
      waiting: z.int(),
      overlays: z.array(
        z.object({ overlayId: z.string(), name: z.string(), connected: z.boolean(), waiting: z.int() }),
      ),
    }),
  },
  problems: [],
  access: {
    recipients: ['GetItem'],
    overlays: ['Query'],
    configs: ['GetItem'],
    members: ['Query'],
    'alerts.byHeld': ['Query'],
  },
  examples: [
    {
      name: 'paused',
      answer: {
        ...stateExample,
        held: 0,
        moderationIsReadable: true,
        waiting: 3,
        overlays: [
          { overlayId: '0199a1b2-7c00-7000-8000-000000000006', name: 'Main scene', connected: true, waiting: 3 },
        ],
      },
    },
  ],
})

export const decideAlert = operation({
  id: 'decideAlert',
  area: 'alerts',
  role: 'moderator',
  method: 'POST',
  path: '/alerts/commands/decide-alert',
  summary: 'Show or hide an alert that waits for approval',
  description: [
    'The configuration record `alerts` may hold `value.moderation`, a `Moderation`: it says which alerts of payments and imports are held.',
    `A held alert is \`hidden\`, is listed by \`GET /alerts?held=true\` for ${milliseconds(decidableMs)}, and its money counts in history, totals and goals as any other.`,
    'Its videos, bought actions and announcements wait as well, and no list of leaders names its donor.',
    `\`show: true\` lets everything out, once; \`show: false\` nothing, ever, and so does a wait of ${milliseconds(decidableMs)}.`,
    'Endpoints get `alert.decided`. Of two decisions one wins; the other one, and one about an alert that is not held, is 409 `alert_decided`.',
  ].join(' '),
  body: z.object({ historyItemId: Identifier, show: z.boolean() }),
  success: { body: Empty },
  problems: ['not_found', 'alert_decided', 'limit_reached'],
  access: {
    history: ['GetItem', 'UpdateItem'],
    recipients: ['GetItem', 'UpdateItem'],
    payments: ['BatchGetItem'],
    actions: ['BatchGetItem'],
    alerts: ['UpdateItem'],
    deliveries: ['PutItem'],
    videos: ['UpdateItem'],
    streamEvents: ['PutItem'],
    leaders: ['BatchGetItem', 'PutItem'],
    endpointMessages: ['PutItem'],
  },
  examples: [{ name: 'show', body: { historyItemId: '0199a1b2-7c00-7000-8000-00000000000d', show: true }, answer: {} }],
})
