import * as z from 'zod/mini'
import { operation } from '../../contract/operation.ts'
import { buckets } from '../../contract/resources.ts'
import { Empty, Identifier, SafeInteger, text } from '../../contract/values.ts'
import { linkSeconds, retentionDays } from '../../mechanisms/jobs/job.ts'
import { page, pageExample, pageHeaders, wholeQuery } from '../../mechanisms/page/contract.ts'
import { DateTimeAnswer } from '../../runtime/time/dateTime.ts'
import { duration } from '../../runtime/time/duration.ts'
import { notEmptyPeriod, periodFields } from '../../runtime/time/period.ts'

/** DynamoDB's `IN` takes 100 values. Empty names and repetitions are left out, as in a query. */
const Filter = z._default(
  z.array(text(0, 64)).check(
    z.overwrite((names) => [...new Set(names)].filter((name) => name !== '')),
    z.maxLength(90),
  ),
  [],
)

const printId = '0199a1b2-7c00-7000-8000-000000000002'

const printExample = {
  printId,
  status: 'queued',
  rows: null,
  rowsExpected: 1204,
  bytes: null,
  sha256: null,
  createdAt: '2026-03-01T18:30:00.000Z',
  expiresAt: '2026-03-08T18:30:00.000Z',
} as const

/** The state of a print; `rows`, `bytes`, `sha256` and `url` are null until they are known. */
const Print = z
  .object({
    printId: z.string(),
    status: z.enum(['queued', 'running', 'ready', 'failed', 'expired']),
    rows: z.nullable(SafeInteger),
    rowsExpected: z.nullable(
      SafeInteger.check(
        z.meta({
          description:
            'the expected rows of the file: the number of items in the history, and the rows of the file when it is ready; null until then for a print with a filter',
        }),
      ),
    ),
    bytes: z.nullable(SafeInteger),
    sha256: z.nullable(z.string()),
    createdAt: DateTimeAnswer,
    expiresAt: DateTimeAnswer,
    url: z.nullable(z.string()),
  })
  .register(z.globalRegistry, { id: 'Print' })

const { url: _, ...listed } = Print.shape

/** A print as it is listed: `GET /history/prints/{printId}` gives the link to its file. */
const ListedPrint = z
  .object({
    /** The same as `printId`. */
    id: z.string(),
    ...listed,
  })
  .register(z.globalRegistry, { id: 'ListedPrint' })

export const printCsv = operation({
  id: 'printCsv',
  area: 'history',
  role: 'owner',
  method: 'POST',
  path: '/history/commands/print-csv',
  summary: 'Export the history as a CSV file',
  description:
    'Answers at once; `GET /history/prints/{printId}` reports when the file is ready. An item has to match one of `systems` and one of `events`; an empty list matches all. `ODA` (or another name, by the deployment’s setting `ownSystem`) stands for the systems of one’s own gateways. `after` is inclusive, `before` exclusive. RFC 4180 in UTF-8 with a byte order mark, oldest first, columns `id, event, system, timestamp, nickname, amount, currency, message, goal, actions, levelName, count, refunded`; texts that a spreadsheet would interpret as a formula begin with a single quote.',
  body: z.object({ systems: Filter, events: Filter, ...periodFields }).check(notEmptyPeriod()),
  success: { body: z.object({ printId: z.string() }) },
  problems: ['limit_reached', 'erasure_in_progress', 'rate_limited'],
  ownSystem: true,
  access: { prints: ['PutItem', 'GetItem'], quotas: ['UpdateItem'], rates: ['UpdateItem'] },
  examples: [{ name: 'everything', body: {}, answer: { printId } }],
})

export const getPrint = operation({
  id: 'getPrint',
  area: 'history',
  role: 'owner',
  method: 'GET',
  path: '/history/prints/{printId}',
  summary: 'The state of a CSV print, and the link to its file',
  description: [
    `The link is valid for ${duration(linkSeconds)}; every call gives a new one while the file is kept (${duration(buckets.prints.expirationDays * 86_400)}).`,
    '`rows` counts up while the print is running, to about `rowsExpected`. `bytes` and `sha256` are those of the file.',
  ].join(' '),
  params: { printId: Identifier },
  success: { body: Print },
  problems: ['not_found'],
  access: { prints: ['GetItem'], recipients: ['GetItem'], 'bucket:prints': ['GetObject'] },
  examples: [
    {
      name: 'queued',
      params: { printId },
      answer: { ...printExample, url: null },
    },
  ],
})

export const listPrints = operation({
  id: 'listPrints',
  area: 'history',
  role: 'owner',
  method: 'GET',
  path: '/history/prints',
  summary: 'List CSV prints',
  description: [
    'Newest first; sortable by `createdAt`, `status` and `rows`.',
    `A print is listed for ${duration(retentionDays * 86_400)}, its file is kept for ${duration(buckets.prints.expirationDays * 86_400)}.`,
  ].join(' '),
  query: wholeQuery({}),
  success: { body: page(ListedPrint), headers: pageHeaders },
  problems: [],
  access: { prints: ['Query'], recipients: ['GetItem'], 'key:cursors': ['GenerateMac'] },
  examples: [{ name: 'one', answer: pageExample([{ id: printId, ...printExample }], 'createdAt', false) }],
})

export const deletePrint = operation({
  id: 'deletePrint',
  area: 'history',
  role: 'owner',
  method: 'POST',
  path: '/history/commands/delete-print',
  summary: 'Delete a CSV print, or cancel it',
  description:
    'Its file is deleted and every link to it ends. A queued or running print is cancelled, which makes room for a new one.',
  body: z.object({ printId: Identifier }),
  success: { body: Empty },
  problems: ['not_found'],
  access: { prints: ['GetItem', 'DeleteItem'], 'bucket:prints': ['DeleteObject'] },
  examples: [{ name: 'delete', body: { printId }, answer: {} }],
})
