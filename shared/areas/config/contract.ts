import * as z from 'zod/mini'
import { operation } from '../../contract/operation.ts'
import {
  arrayOf,
  Empty,
  etag,
  FreeObject,
  FreeObjectAnswer,
  Identifier,
  ifMatch,
  KeptAddress,
  Label,
  optionalIdentifier,
  text,
} from '../../contract/values.ts'
import { kindOf, withInput } from '../../contract/violations.ts'
import { page, pageExample, pageHeaders, wholeQuery } from '../../mechanisms/page/contract.ts'
import { Money, MoneyAnswer } from '../../runtime/money/money.ts'
import { Moderation } from '../alerts/moderationSetting.ts'
import { RaisedEvents } from '../alerts/raisedEvents.ts'
import { levelsConfig } from '../alerts/rules.ts'
import { DonorPage, paymentPage } from '../donors/donorPage.ts'
import { OverlayLook, overlayRecord } from '../overlays/overlayLook.ts'

const Name = text(1, 128)

/** A configuration record as it is answered (specification, "Config record"), and its `ETag` without the quotes. */
export const ConfigRecord = z
  .object({
    id: z.string(),
    name: z.string(),
    ownerId: z.string(),
    url: z.string(),
    value: FreeObjectAnswer,
    actions: z.array(
      z.object({ id: z.string(), name: z.string(), price: MoneyAnswer, category: z.string(), game: z.string() }),
    ),
    revision: z.string(),
  })
  .register(z.globalRegistry, { id: 'ConfigRecord' })

const themeExample = {
  id: '82a5f2ec-1bed-8b86-9039-3a35adf214f4',
  name: 'theme',
  ownerId: 'alice',
  url: '',
  value: { color: 'teal' },
  actions: [],
  revision: '01936a3e-7d5f-7c3a-8f5e-0d1c2b3a4f5e',
}

const lookExample: OverlayLook = {
  theme: 'neon',
  accent: '#19c37d',
  size: 1.2,
  language: 'de',
  levels: [{ name: 'gold', accent: '#f5b301', image: 'https://cdn.example.com/coin.webp' }],
  speech: { rate: 1.1 },
}

/** The values that the service reads: other members of them are free. */
const readValues = new Map<string, z.ZodMiniType>([
  [overlayRecord, OverlayLook],
  [levelsConfig, z.object({ moderation: z.optional(Moderation), events: z.optional(RaisedEvents) })],
  [paymentPage, z.object({ donorPage: z.optional(DonorPage) })],
])

/** Reports each violation of a value that the service reads at its place. */
const checkReadValue = z.check<{ readonly name: string; readonly value: unknown }>(({ value: record, issues }) => {
  for (const issue of readValues.get(record.name)?.safeParse(record.value, withInput).error?.issues ?? [])
    issues.push({
      code: 'custom',
      path: ['value', ...issue.path],
      message: issue.message,
      input: record,
      params: kindOf(issue),
    })
})

export const putConfig = operation({
  id: 'putConfig',
  area: 'config',
  role: 'editor',
  method: 'PUT',
  path: '/config',
  summary: 'Store a configuration record',
  description:
    'Creates or replaces the caller’s record of that `name`. With `id`, that record is replaced, under a new name if the name differs. With `If-Match` the call fails with 412 if the record has changed since its `ETag` (its `revision` in quotes) was read, with `If-None-Match: *` when the record exists. The value of the record `overlay` is an `OverlayLook` of the AsyncAPI document: the look and sound of overlays, which get it at once, as a message `look`, and with the answer to each `resume`. The value of `alerts` has `levels`, `moderation`, which selects the alerts that wait for `decide-alert`, and `events`, which selects the events of platforms that raise alerts: with `{"follow": false, "cheer": 100}` a follow raises none, and a cheer raises one from 100 Bits on. The value of `paymentpage` may have `donorPage`, a `DonorPage`, which turns on `GET /donors/{recipientId}`.',
  headers: { ...ifMatch, 'if-none-match': z.optional(z.enum(['*'])) },
  body: z
    .object({
      id: optionalIdentifier,
      name: Name,
      ownerId: z.optional(text(0, 255)),
      url: z._default(KeptAddress, ''),
      value: z._default(FreeObject, {}),
      actions: z._default(
        arrayOf(
          z.object({
            id: z._default(text(0, 64), ''),
            name: Name,
            price: Money,
            category: z._default(text(0, 128), ''),
            game: z._default(text(0, 128), ''),
          }),
          100,
        ),
        [],
      ),
    })
    .check(checkReadValue),
  success: { body: ConfigRecord, headers: etag },
  largeAnswer: true,
  problems: ['not_found', 'name_taken', 'precondition_failed', 'limit_reached', 'erasure_in_progress'],
  access: {
    configs: ['UpdateItem', 'PutItem', 'DeleteItem', 'Query'],
    quotas: ['UpdateItem'],
    recipients: ['GetItem', 'UpdateItem'],
    deliveries: ['PutItem'],
  },
  examples: [
    {
      name: 'a theme',
      body: { name: 'theme', value: { color: 'teal' } },
      answer: themeExample,
    },
    {
      name: 'the look of overlays',
      body: { name: overlayRecord, value: lookExample },
      answer: { ...themeExample, id: '1d0f8fd2-6c62-8a83-8a9a-40b9c5b0c6f7', name: overlayRecord, value: lookExample },
    },
  ],
})

export const changeAgreement = operation({
  id: 'changeAgreement',
  area: 'config',
  role: 'owner',
  method: 'POST',
  path: '/config/commands/change-agreement',
  summary: 'Choose the payment gateway whose legal offer donors are shown',
  description:
    'Sets `value.gateway` of the caller’s record `paymentpage`, which is created if it does not exist. A gateway is one for which the caller has a credential, or one of these: `stripe`, `kofi`, `yookassa`, `yoomoney`, `robokassa`, `cryptocloud`, `rahmat`, `paypal` and `manual`.',
  body: z.object({ gateway: Label }),
  success: { body: z.object({ gateway: z.string() }) },
  problems: ['invalid_request', 'limit_reached', 'erasure_in_progress'],
  access: { configs: ['UpdateItem', 'PutItem'], gateways: ['Query'], quotas: ['UpdateItem'] },
  examples: [{ name: 'stripe', body: { gateway: 'stripe' }, answer: { gateway: 'stripe' } }],
})

export const deleteConfig = operation({
  id: 'deleteConfig',
  area: 'config',
  role: 'editor',
  method: 'POST',
  path: '/config/commands/delete-config',
  summary: 'Delete a configuration record',
  description:
    'Its name and its first name become free. Deleting the record `paymentpage` deletes the chosen gateway too; without the record `overlay`, overlays have their usual look at once. Deleting a record again is 404.',
  body: z.object({ id: Identifier }),
  success: { body: Empty },
  problems: ['not_found'],
  access: {
    configs: ['Query', 'DeleteItem', 'PutItem', 'UpdateItem'],
    quotas: ['UpdateItem'],
    recipients: ['GetItem', 'UpdateItem'],
    deliveries: ['PutItem'],
  },
  examples: [{ name: 'delete', body: { id: themeExample.id }, answer: {} }],
})

export const listConfigs = operation({
  id: 'listConfigs',
  area: 'config',
  role: 'editor',
  method: 'GET',
  path: '/config',
  summary: "The caller's configuration records",
  description: 'By name; sortable by `name` and `url`.',
  query: wholeQuery({ name: z.optional(Name) }),
  success: { body: page(ConfigRecord), headers: pageHeaders },
  problems: [],
  access: { configs: ['Query'], 'key:cursors': ['GenerateMac'] },
  examples: [{ name: 'by name', query: { name: 'theme' }, answer: pageExample([themeExample], 'name', true) }],
})
