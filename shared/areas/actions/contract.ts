import * as z from 'zod/mini'
import { operation } from '../../contract/operation.ts'
import { arrayOf, Empty, FreeObject, FreeObjectAnswer, Identifier, text } from '../../contract/values.ts'
import { violates } from '../../contract/violations.ts'
import { page, pageExample, pageHeaders, wholeQuery } from '../../mechanisms/page/contract.ts'
import { Money, MoneyAnswer } from '../../runtime/money/money.ts'
import { DateTimeAnswer } from '../../runtime/time/dateTime.ts'
import { naturalKey } from './naturalKey.ts'

/** Actions that one call may register: with its idempotency record they fit one DynamoDB transaction (100 items). */
const actionLimit = 90

const Name = text(1, 128)

const ActionParameter = z.object({
  name: Name,
  displayName: z._default(text(0, 128), ''),
  type: z._default(text(0, 64).check(z.overwrite((type) => type || 'string')), 'string'),
})

const NewAction = z.object({
  name: Name,
  category: z._default(text(0, 128), ''),
  game: z._default(text(0, 128), ''),
  price: Money,
  payload: z._default(FreeObject, {}),
  parameters: z._default(arrayOf(ActionParameter, 100), []),
})

const NewActions = arrayOf(
  NewAction,
  actionLimit,
  z.minLength(1),
  z.check(({ value, issues }) => {
    const seen = new Set<string>()
    for (const [index, action] of value.entries()) {
      const key = JSON.stringify(naturalKey(action))
      if (seen.has(key))
        issues.push({
          code: 'custom',
          message: 'Duplicate action: the same game, category and name occur twice',
          path: [index],
          input: action,
          ...violates('duplicate'),
        })
      seen.add(key)
    }
  }),
)

/** An action as its registration answers it (specification, operation 3). */
export const Action = z
  .object({
    id: z.string(),
    name: z.string(),
    price: MoneyAnswer,
    category: z.string(),
    game: z.string(),
    enabled: z.boolean(),
    payload: FreeObjectAnswer,
  })
  .register(z.globalRegistry, { id: 'RegisteredAction' })

/** An action as it is listed; `registeredAt` is the instant of its last registration. */
export const ListedAction = z
  .object({
    ...Action.shape,
    registeredAt: z.string(),
    parameters: z.array(z.object({ name: z.string(), displayName: z.string(), type: z.string() })),
  })
  .register(z.globalRegistry, { id: 'Action' })

const exampleAction = {
  name: 'Spawn a creeper',
  category: 'mobs',
  game: 'minecraft',
  price: { major: 5, minor: 0, currency: 'EUR' },
  payload: { command: 'summon creeper' },
}

const registeredExample = { id: '6b1e0a52-51a8-8c6e-9d0e-6a8a6c7f5e11', ...exampleAction, enabled: true }

export const addActions = operation({
  id: 'addActions',
  area: 'actions',
  role: 'editor',
  method: 'POST',
  path: '/actions/commands/add-actions',
  summary: 'Register actions',
  description:
    'All actions are registered or none. An action of the same `game`, `category` and `name` is updated in place and keeps its id, so a game mod may register its actions at every start; a disabled action stays disabled. The parameter types `string`, `number`, `boolean`, `color` and `select` are checked when an action is bought; others pass through. `action` is the first of `actions`.',
  body: z.object({ actions: NewActions }),
  success: { body: z.object({ success: z.boolean(), message: z.string(), action: Action, actions: z.array(Action) }) },
  largeAnswer: true,
  problems: ['limit_reached', 'erasure_in_progress', 'rate_limited'],
  access: {
    actions: ['UpdateItem', 'PutItem', 'BatchGetItem'],
    quotas: ['UpdateItem'],
    rates: ['UpdateItem'],
  },
  examples: [
    {
      name: 'a paid action of a game',
      body: { actions: [{ ...exampleAction, parameters: [{ name: 'where', displayName: 'Where', type: 'string' }] }] },
      answer: { success: true, message: '', action: registeredExample, actions: [registeredExample] },
    },
  ],
})

export const toggleAction = operation({
  id: 'toggleAction',
  area: 'actions',
  role: 'editor',
  method: 'POST',
  path: '/actions/commands/toggle-action',
  summary: 'Enable or disable an action',
  description:
    'Sets the flag to the value sent. A disabled action is not for sale: purchases of it are not delivered, with the reason `action_disabled`. Registering it again does not enable it.',
  body: z.object({ id: Identifier, enabled: z.boolean() }),
  success: { body: z.object({ id: z.string(), enabled: z.boolean() }) },
  problems: ['not_found'],
  access: { actions: ['UpdateItem'] },
  examples: [
    {
      name: 'disable',
      body: { id: registeredExample.id, enabled: false },
      answer: { id: registeredExample.id, enabled: false },
    },
  ],
})

export const deleteAction = operation({
  id: 'deleteAction',
  area: 'actions',
  role: 'editor',
  method: 'POST',
  path: '/actions/commands/delete-action',
  summary: 'Delete an action',
  description:
    'The action is no longer for sale: later purchases of it are not delivered, with the reason `unknown_action`. Deleting it again is 404; registering it again gives it the same id.',
  body: z.object({ id: Identifier }),
  success: { body: Empty },
  problems: ['not_found'],
  access: { actions: ['BatchGetItem', 'DeleteItem'], quotas: ['UpdateItem'] },
  examples: [{ name: 'delete', body: { id: registeredExample.id }, answer: {} }],
})

const deliveryExample = 'c3a1f0de-52b4-8a6e-9c1d-7e0f4b2a8d65.0'

export const completeAction = operation({
  id: 'completeAction',
  area: 'actions',
  role: 'editor',
  method: 'POST',
  path: '/actions/commands/complete-action',
  summary: 'Report the outcome of a delivered action',
  description:
    'For the game or program that performs actions: `deliveryId` is that of the WebSocket message `action`. The history item shows the outcome with its time and reason; until it is reported, the action stays `open` there. Reporting the same outcome again succeeds and changes nothing; a different outcome is refused.',
  body: z.object({
    deliveryId: Identifier,
    outcome: z.enum(['done', 'failed']),
    reason: z.optional(text(0, 200)),
  }),
  success: {
    body: z.object({
      deliveryId: z.string(),
      outcome: z.enum(['done', 'failed']),
      completedAt: DateTimeAnswer,
      reason: z.nullable(z.string()),
    }),
  },
  problems: ['not_found', 'action_completed'],
  access: { history: ['GetItem', 'UpdateItem'] },
  examples: [
    {
      name: 'an action that the game could not perform',
      body: { deliveryId: deliveryExample, outcome: 'failed', reason: 'The player is offline.' },
      answer: {
        deliveryId: deliveryExample,
        outcome: 'failed',
        completedAt: '2026-03-01T18:30:02.500Z',
        reason: 'The player is offline.',
      },
    },
  ],
})

export const listActions = operation({
  id: 'listActions',
  area: 'actions',
  role: 'editor',
  method: 'GET',
  path: '/actions',
  summary: "The caller's actions",
  description: 'Newest registration first; sortable by `name`, `game`, `category` and `registeredAt`.',
  query: wholeQuery({ game: z.optional(z.string()), category: z.optional(z.string()) }),
  success: { body: page(ListedAction), headers: pageHeaders },
  problems: [],
  access: { actions: ['Query'], 'key:cursors': ['GenerateMac'] },
  examples: [
    {
      name: 'of a game',
      query: { game: 'minecraft' },
      answer: pageExample(
        [
          {
            ...registeredExample,
            registeredAt: '2026-01-31T12:00:00.000Z',
            parameters: [{ name: 'where', displayName: 'Where', type: 'string' }],
          },
        ],
        'registeredAt',
        false,
      ),
    },
  ],
})
