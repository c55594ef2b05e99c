import { listLeaders } from '../../shared/areas/leaders/leaderContract.ts'
import { type LeaderCounting, leaderCounting } from '../../shared/areas/leaders/leaderCounting.ts'
import { type LeaderPages, leaderPages } from '../../shared/areas/leaders/leaderPages.ts'
import { kindOf } from '../../shared/areas/leaders/leaderPeriods.ts'
import { leaderRepository } from '../../shared/areas/leaders/leaderRepository.ts'
import { isCounted, leaderProgress } from '../../shared/areas/leaders/leaders.ts'
import { type TotalsRepository, totalsRepository } from '../../shared/areas/totals/totalsRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { kmsClient } from '../../shared/mechanisms/aws/kmsClient.ts'
import { memberHandler } from '../../shared/mechanisms/http/memberHandler.ts'
import { answerPage } from '../../shared/mechanisms/page/answerPage.ts'
import { type CursorKey, cursorKeyFrom } from '../../shared/mechanisms/page/cursor.ts'
import { applyOrThrow } from '../../shared/mechanisms/store/commit.ts'
import type { Slice } from '../../shared/mechanisms/store/slice.ts'
import { tableNames } from '../../shared/runtime/env.ts'

interface Ports {
  readonly totals: Pick<TotalsRepository, 'read'>
  readonly pageOf: LeaderPages
  readonly count: LeaderCounting
  readonly cursorKey: CursorKey
}

const highestFirst = { property: 'amount', ascending: false }

/** One round trip of two calls once all of the history is counted: the progress is read beside the page. */
export const handle =
  ({ totals, pageOf, count, cursorKey }: Ports): Handle<typeof listLeaders> =>
  async ({ recipientId, member, query }) => {
    const kind = kindOf(query.period) ?? 'all'
    let isComplete = true
    const { body, headers } = await answerPage({
      recipientId,
      member,
      operation: listLeaders,
      query,
      sortable: [],
      byDefault: highestFirst,
      cursorKey,
      find: async (slice: Slice<string>) => {
        const [{ leaders: progress }, found] = await Promise.all([
          totals.read(recipientId),
          pageOf(recipientId, query, slice),
        ])
        if (isCounted(leaderProgress(progress), kind)) return found
        isComplete = await count(recipientId, kind)
        return pageOf(recipientId, query, slice)
      },
    })
    const content = body.content.map((leader, index) => ({ place: body.offset + index + 1, ...leader }))
    return { body: { ...body, content, isComplete }, headers }
  }

const tables = tableNames('history', 'recipients', 'leaders')
const totals = totalsRepository(documentClient)
const leaders = leaderRepository(documentClient)

export const handler = memberHandler(
  listLeaders,
  handle({
    totals,
    pageOf: leaderPages(documentClient, tables.leaders),
    count: leaderCounting({ client: documentClient, totals, leaders, apply: applyOrThrow(documentClient) }, tables),
    cursorKey: cursorKeyFrom(kmsClient),
  }),
)
