import * as z from 'zod/mini'
import { operation } from '../../contract/operation.ts'
import { buckets } from '../../contract/resources.ts'
import { Identifier, SafeInteger } from '../../contract/values.ts'
import { linkSeconds } from '../../mechanisms/jobs/job.ts'
import { DateTimeAnswer } from '../../runtime/time/dateTime.ts'
import { duration } from '../../runtime/time/duration.ts'
import { receiptSeconds } from './receiptSeconds.ts'

const exportId = '0199a1b2-7c00-7000-8000-000000000021'
const erasureId = '0199a1b2-7c00-8000-8000-000000000022'

/** The state of an export; `items`, `bytes`, `sha256` and `url` are null until they are known. */
const Export = z
  .object({
    exportId: z.string(),
    status: z.enum(['queued', 'running', 'ready', 'failed', 'expired']),
    items: z.nullable(SafeInteger),
    bytes: z.nullable(SafeInteger),
    sha256: z.nullable(z.string()),
    createdAt: DateTimeAnswer,
    expiresAt: DateTimeAnswer,
    url: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: 'Export' })

/** The state of an erasure, and its receipt once it is done. */
const Erasure = z
  .object({
    erasureId: z.string(),
    status: z.enum(['queued', 'running', 'done', 'failed']),
    items: SafeInteger,
    createdAt: DateTimeAnswer,
    finishedAt: z.nullable(DateTimeAnswer),
  })
  .register(z.globalRegistry, { id: 'Erasure' })

export const exportData = operation({
  id: 'exportData',
  area: 'personalData',
  role: 'owner',
  method: 'POST',
  path: '/recipients/commands/export-data',
  summary: 'Export all data of the caller',
  description:
    'Returns at once; `GET /recipients/exports/{exportId}` reports when the file is ready. The file has JSON Lines `{"resource", "data"}`, resource after resource: `announcers`, `actions`, `configs`, `news` of the caller, `history` with deleted items, `alerts`, `payments`, `endpoints`, `gateways`, `videos`, `playlists`, `tokens`, `chats` and `overlays`, each as in its list, `members` with the memberships of the caller, `uploads` without their files, and `recipients` with the goals; the first line names the format. The `data` of `history` is accepted by `POST /history/commands/add-items`, that of `actions`, `announcers`, `playlists` and `news` by the commands that add them, and that of `configs`, without its `id`, by `PUT /config`; so the lists can be made in another deployment. Secrets, tokens and tests are not exported.',
  body: z.object({}),
  success: { body: z.object({ exportId: z.string() }) },
  problems: ['limit_reached', 'erasure_in_progress', 'rate_limited'],
  access: { dataJobs: ['PutItem', 'GetItem'], quotas: ['UpdateItem'], rates: ['UpdateItem'] },
  examples: [{ name: 'everything', body: {}, answer: { exportId } }],
})

export const getExport = operation({
  id: 'getExport',
  area: 'personalData',
  role: 'owner',
  method: 'GET',
  path: '/recipients/exports/{exportId}',
  summary: 'The state of an export, and the link to its file',
  description: [
    `The link is valid for ${duration(linkSeconds)}; every call gives a new one while the file is kept (${duration(buckets.prints.expirationDays * 86_400)}).`,
    '`items` counts up while the export is running. `bytes` and `sha256` are those of the file.',
  ].join(' '),
  params: { exportId: Identifier },
  success: { body: Export },
  problems: ['not_found'],
  access: { dataJobs: ['GetItem'], 'bucket:prints': ['GetObject'] },
  examples: [
    {
      name: 'queued',
      params: { exportId },
      answer: {
        exportId,
        status: 'queued',
        items: null,
        bytes: null,
        sha256: null,
        createdAt: '2026-03-01T18:30:00.000Z',
        expiresAt: '2026-03-08T18:30:00.000Z',
        url: null,
      },
    },
  ],
})

export const eraseData = operation({
  id: 'eraseData',
  area: 'personalData',
  role: 'owner',
  method: 'POST',
  path: '/recipients/commands/erase-data',
  summary: 'Erase all data of the caller',
  description: [
    'Returns at once; `GET /recipients/erasures/{erasureId}` reports when it is done. A second request while an erasure runs returns the same `erasureId`. Every item of the caller is deleted for good, prints, exports and published global news included: this cannot be undone. Until it is done, new items that count against a cap are refused with 409 `erasure_in_progress`; other writes of that minute are accepted and erased too. From then on webhooks, events and overlays of the caller are refused, and others can link the chats and accounts. Linked accounts are revoked at their platforms as by `unlink-token`.',
    `These stay: the account at the issuer of access tokens, the use of rates for at most a day, the receipt for ${duration(receiptSeconds)}, and lines of the log, which name the caller by \`recipientId\`, while the deployment keeps its logs (30 days by default).`,
  ].join(' '),
  body: z.object({
    confirm: z.boolean().check(
      z.refine((value) => value, { error: 'Invalid input: expected true' }),
      z.meta({ description: '`true` confirms the erasure' }),
    ),
  }),
  success: { body: z.object({ erasureId: z.string() }) },
  problems: ['limit_reached', 'rate_limited'],
  access: { dataJobs: ['PutItem', 'GetItem'], quotas: ['UpdateItem'], rates: ['UpdateItem'] },
  examples: [{ name: 'everything', body: { confirm: true }, answer: { erasureId } }],
})

export const getErasure = operation({
  id: 'getErasure',
  area: 'personalData',
  role: 'owner',
  method: 'GET',
  path: '/recipients/erasures/{erasureId}',
  summary: 'The state of an erasure, and its receipt',
  description: [
    '`items` counts the items deleted so far; items that an interrupted attempt deleted may be missing from it.',
    `The receipt is kept for ${duration(receiptSeconds)} and names nobody: only the caller for whom it was made can read it.`,
  ].join(' '),
  params: { erasureId: Identifier },
  success: { body: Erasure },
  problems: ['not_found'],
  access: { dataJobs: ['GetItem'], erasureReceipts: ['GetItem'] },
  examples: [
    {
      name: 'queued',
      params: { erasureId },
      answer: { erasureId, status: 'queued', items: 0, createdAt: '2026-03-01T18:30:00.000Z', finishedAt: null },
    },
  ],
})
