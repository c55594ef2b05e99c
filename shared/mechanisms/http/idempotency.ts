import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Commit } from '../../contract/handle.ts'
import { Problem } from '../../contract/problem.ts'
import type { Write } from '../../contract/write.ts'
import { tableName } from '../../runtime/env.ts'
import { systemClock } from '../../runtime/time/clock.ts'
import { epochSeconds } from '../../runtime/time/utc.ts'
import { applyWrites, errorFromRefusals } from '../store/commit.ts'
import { getItem } from '../store/getItem.ts'
import { put } from '../store/writes.ts'
import type { Render, Rendered } from './answers.ts'
import { type KeyedRequest, keyedRequest, replayOrProblem } from './keyedRequest.ts'
import { reservationFor, unclaimed } from './reservation.ts'

/** Seconds for which an answer is kept. */
export const retentionSeconds = 24 * 60 * 60

/** The most bytes of a stored answer: an item has 400 KB. It may exceed its request: `1e20` becomes 21 digits. */
const longestAnswer = 390_000

const keepable = (answer: Rendered): Rendered => {
  if (Buffer.byteLength(answer.body) <= longestAnswer) return answer
  throw new Problem('payload_too_large', 'The answer is too large to be stored for the Idempotency-Key.')
}

/** The writes that count the bytes of an answer that is kept. */
type Count = (recipientId: string, answer: string) => readonly Write[]

const recordWrites = (
  keyed: KeyedRequest,
  { body, headers }: Rendered,
  now: number,
  reservation: string,
  count: Count,
): readonly Write[] => [
  put(
    tableName('idempotency'),
    { ...keyed, body, headers, expiresAt: now + retentionSeconds },
    { when: unclaimed(now, reservation) },
  ),
  ...count(keyed.recipientId, body),
]

/** The members of a changing request that its transaction needs. */
interface CommitContext {
  readonly idempotencyKey: string | undefined
  readonly recipientId: string
  /** Who acts for the recipient. */
  readonly memberId?: string | undefined
  readonly operationId: string
  /** The request body as text. */
  readonly body: string
  readonly render: Render
  /** Whether the key is claimed before the request is handled. */
  readonly reserved: boolean
}

export interface Transaction {
  /** Runs the handler, and reserves its key meanwhile where the operation asks for that. */
  readonly run: <Answer>(handle: () => Promise<Answer>) => Promise<Answer>
  readonly commit: Commit
  /**
   * Reads the recorded answer of a keyed request that failed before its commit: the first attempt may have removed what
   * the handler looks for. Only failures read it, so that the normal path stays a single round trip. A reservation has
   * read it already.
   */
  readonly recorded: () => Promise<Error | undefined>
}

export type Commits = (context: CommitContext) => Transaction

interface CommitOptions {
  readonly clock?: () => number
  /** Of an operation whose answers may be large. */
  readonly count?: Count
}

export const commitTo =
  (client: DynamoDBDocumentClient, { clock = systemClock, count = () => [] }: CommitOptions = {}): Commits =>
  (context) => {
    const { idempotencyKey, render, reserved } = context
    const keyed = idempotencyKey === undefined ? undefined : keyedRequest(idempotencyKey, context)
    const reservation = keyed !== undefined && reserved ? reservationFor(client, keyed, clock) : undefined
    return {
      run: (handle) => (reservation === undefined ? handle() : reservation.run(handle)),
      commit: async (writes, answer) => {
        const now = epochSeconds(clock())
        const record =
          keyed === undefined ? [] : recordWrites(keyed, keepable(render(answer)), now, reservation?.id ?? '', count)
        const all = [...writes, ...record]
        const refusals = await applyWrites(client, all)
        if (refusals.length === 0) return answer
        const recorded = refusals.find(({ index }) => index === writes.length)?.item
        if (keyed !== undefined && recorded !== undefined) throw replayOrProblem(recorded, keyed, now)
        throw errorFromRefusals(all, refusals)
      },
      recorded: async () => {
        if (keyed === undefined || reservation !== undefined) return undefined
        const now = epochSeconds(clock())
        const { recipientId, id } = keyed
        const item = await getItem(client, { TableName: tableName('idempotency'), Key: { recipientId, id } })
        return item === undefined || Number(item['expiresAt']) <= now ? undefined : replayOrProblem(item, keyed, now)
      },
    }
  }
