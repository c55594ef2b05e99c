import { documentClient } from '../../shared/aws/documentClient.ts'
import { kmsClient } from '../../shared/aws/kmsClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { keyArn, tableName } from '../../shared/env.ts'
import { listLeaders } from '../../shared/history/leaderContract.ts'
import { type LeaderCounting, leaderCounting } from '../../shared/history/leaderCounting.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { type CursorKey, cursorKeyFrom, openCursor, sealCursor } from '../../shared/page/cursor.ts'
import { nextLink } from '../../shared/page/nextLink.ts'
import { applyOrThrow } from '../../shared/store/commit.ts'
import { kindOf } from '../../shared/totals/leaderPeriods.ts'
import { type LeaderRepository, leaderRepository } from '../../shared/totals/leaderRepository.ts'
import { amountOfUnits, isCounted, leaderList, leaderMarks } from '../../shared/totals/leaders.ts'
import { type TotalsRepository, totalsRepository } from '../../shared/totals/totalsRepository.ts'

interface Ports {
  readonly totals: Pick<TotalsRepository, 'read'>
  readonly leaders: Pick<LeaderRepository, 'page'>
  readonly count: LeaderCounting
  readonly cursorKey: CursorKey
}

/** One round trip of two calls once all of the history is counted: the marks are read beside the page. */
export const handle =
  ({ totals, leaders, count, cursorKey }: Ports): Handle<typeof listLeaders> =>
  async ({ recipientId, query: { cursor, ...query } }) => {
    const { period, currency, size } = query
    const kind = kindOf(period) ?? 'all'
    const scope = { recipientId, operationId: listLeaders.id, query }
    const { offset, after } =
      cursor === undefined ? { offset: 0 } : openCursor<string>(await cursorKey(), scope, cursor)
    const read = () =>
      leaders.page(recipientId, leaderList(period, currency), { limit: size + 1, ...(after && { after }) })
    const [{ leaders: marks }, early] = await Promise.all([totals.read(recipientId), read()])
    const wasComplete = isCounted(leaderMarks(marks), kind)
    const isComplete = wasComplete || (await count(recipientId, kind))
    const found = wasComplete ? early : await read()
    const shown = found.slice(0, size)
    const last = shown.at(-1)
    const next =
      found.length > size && last !== undefined
        ? sealCursor(await cursorKey(), scope, { offset: offset + size, after: last.rank })
        : undefined
    return {
      body: {
        period,
        currency,
        leaders: shown.map(({ nickname, units }, index) => ({
          place: offset + index + 1,
          nickname,
          amount: amountOfUnits(units, currency),
        })),
        isComplete,
      },
      headers: { link: next && nextLink(query, next) },
    }
  }

const tables = { history: tableName('history'), recipients: tableName('recipients') }
const totals = totalsRepository(documentClient, tables.recipients)
const leaders = leaderRepository(documentClient, tableName('leaders'))

export const handler = httpHandler(
  listLeaders,
  handle({
    totals,
    leaders,
    count: leaderCounting({ client: documentClient, totals, leaders, apply: applyOrThrow(documentClient) }, tables),
    cursorKey: cursorKeyFrom(kmsClient, keyArn('cursors')),
  }),
)
