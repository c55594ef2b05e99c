import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type * as z from 'zod/mini'
import type { Item, Write } from '../../contract/write.ts'
import { batchGet } from '../../mechanisms/store/batchGet.ts'
import { getItem } from '../../mechanisms/store/getItem.ts'
import { postponement } from '../../mechanisms/store/postponedStore.ts'
import { conflicting } from '../../mechanisms/store/retryOnConflict.ts'
import { type Condition, update } from '../../mechanisms/store/writes.ts'
import { tableName, tableNames } from '../../runtime/env.ts'
import { timedDerivedId } from '../../runtime/ids.ts'
import { type Totals, totalsFromItem } from '../totals/totals.ts'
import type { StoredVideo } from './contract.ts'
import { handling, type Skippable } from './handledVideos.ts'
import { effectiveStatus, isPrepared, queuePosition, type Readiness, type VideoLink } from './rules.ts'

export type Video = z.input<typeof StoredVideo>

export interface RequestedVideo extends VideoLink {
  readonly paymentId: string
  /** The UTC instant of the payment's first report. */
  readonly requestedAt: string
  /** Where the payment came from: `Stripe`, `Manual` … */
  readonly system: string
  readonly title: string
  readonly owner: string
  /** Requested by a test payment. */
  readonly test: boolean
}

/** Values stored when a video becomes ready; they replace the provisional title and thumbnail. */
interface Readying {
  readonly readyTimestamp: string
  readonly listenedEpoch: string
  readonly title?: string | undefined
  readonly thumbnail?: string | undefined
}

/** The state of a recipient that the writes of all its videos depend on. */
interface ReadyBasis {
  readonly totals: Totals
  readonly listenedEpoch: string
}

/** Videos to make ready, and the state that their writes depend on. */
export interface Prepared extends ReadyBasis {
  readonly prepared: readonly { readonly video: Video; readonly test: boolean }[]
}

/** Attributes that are set where they are absent: a repetition changes nothing, whatever happened in between. */
const setOnce = (values: Readonly<Record<string, string | boolean>>) => ({
  assign: Object.keys(values).map((name) => `#${name} = if_not_exists(#${name}, :${name})`),
  values,
})

const isStillPrepared: Condition = {
  if: '#status IN (:prepared, :postponed)',
  values: { prepared: 'prepared', postponed: 'postponed' },
}

/** Empty until media are marked as listened for the first time. */
const epochOf = (recipient: Item | undefined): string => String(recipient?.['listenedEpoch'] ?? '')

/** Reads the epoch in which videos become ready now. */
export const listenedEpochOf =
  (client: DynamoDBDocumentClient, recipients = tableName('recipients')) =>
  async (recipientId: string): Promise<string> =>
    epochOf(await getItem(client, { TableName: recipients, Key: { recipientId } }))

export const basisFromItem = (recipient: Item | undefined): ReadyBasis => ({
  totals: totalsFromItem(recipient),
  listenedEpoch: epochOf(recipient),
})

/** A stored video, with members that are in no answer. */
type StoredItem = Omit<Video, 'status'> & Readiness

/** Members in a fixed order, because a map of DynamoDB has none. */
export const videoFromItem = (item: Item, listenedEpoch: string): Video => {
  const video = item as unknown as StoredItem
  const { id, system, originId, provider, url, title, thumbnail, owner, recipientId, readyTimestamp, paymentId } = video
  return {
    id,
    system,
    originId,
    provider,
    url,
    title,
    thumbnail,
    status: effectiveStatus(video, listenedEpoch),
    owner,
    recipientId,
    ...(readyTimestamp !== undefined && { readyTimestamp }),
    ...(paymentId !== undefined && { paymentId }),
    test: video.test === true,
  }
}

/**
 * The id of a video that a payment requests, derived from both, so that a repetition finds the same item without a
 * read. These ids sort by age.
 */
export const requestedVideoId = (
  recipientId: string,
  {
    paymentId,
    requestedAt,
    provider,
    originId,
  }: Pick<RequestedVideo, 'paymentId' | 'requestedAt' | 'provider' | 'originId'>,
): string => timedDerivedId(requestedAt, 'video', recipientId, paymentId, provider, originId)

/** The writes of videos for the transaction of a payment. */
export const videoWrites = (videos = tableName('videos')) => ({
  /** A video that a payment requests; a repetition leaves it as it is. */
  creation: (recipientId: string, video: RequestedVideo): { id: string; write: Write } => {
    const { paymentId, system, provider, originId, url, title, thumbnail, owner, test } = video
    const id = requestedVideoId(recipientId, video)
    const attributes = { paymentId, system, provider, originId, url, title, thumbnail, owner, test, status: 'prepared' }
    return { id, write: update(videos, { recipientId, id }, { ...setOnce(attributes), repeatable: true }) }
  },

  /** Counts a video of a withdrawn payment as seen: it must not be shown any more. */
  removal: (recipientId: string, id: string): Write =>
    update(videos, { recipientId, id }, { ...handling('withdrawn'), repeatable: true }),
})

/** Stored videos, one item each, by recipient and id. Their life: prepared, ready, handled. */
export const videoRepository = (
  client: DynamoDBDocumentClient,
  { videos, recipients } = tableNames('videos', 'recipients'),
) => ({
  ...videoWrites(videos),

  /**
   * Makes a prepared video ready in the given epoch, and refuses others. Its transaction must check that epoch
   * (`listenedEpoch` of the totals), because media may be marked as listened in between.
   */
  change: (recipientId: string, id: string, { readyTimestamp, listenedEpoch, title, thumbnail }: Readying): Write => {
    const queued = queuePosition(listenedEpoch, id)
    return update(
      videos,
      { recipientId, id },
      {
        set: { status: 'ready', readyTimestamp, queued, title, thumbnail },
        remove: postponement,
        when: isStillPrepared,
        refusal: conflicting,
      },
    )
  },

  /** Those of the videos that are not ready yet, in order, with the totals and epoch their writes depend on. */
  findPrepared: async (recipientId: string, ids: readonly string[]): Promise<Prepared> => {
    const Keys = [...new Set(ids)].map((id) => ({ recipientId, id }))
    const found = await batchGet(client, {
      [videos]: { Keys, ConsistentRead: true },
      [recipients]: { Keys: [{ recipientId }], ConsistentRead: true },
    })
    const basis = basisFromItem(found[recipients]?.[0])
    const byId = new Map((found[videos] ?? []).map((item) => [String(item['id']), item]))
    const prepared = [...new Set(ids)].flatMap((id) => {
      const item = byId.get(id)
      if (item === undefined || !isPrepared(item['status'])) return []
      return [{ video: videoFromItem(item, basis.listenedEpoch), test: item['test'] === true }]
    })
    return { ...basis, prepared }
  },

  /** A video to skip, with the state that its writes depend on; undefined for an unknown one. */
  findSkippable: async (recipientId: string, id: string): Promise<Skippable | undefined> => {
    const found = await batchGet(client, {
      [videos]: { Keys: [{ recipientId, id }], ConsistentRead: true },
      [recipients]: { Keys: [{ recipientId }], ConsistentRead: true },
    })
    const item = found[videos]?.[0]
    return (
      item && {
        id,
        status: String(item['status']),
        isSkipped: item['handledAs'] === 'skipped',
        isDelivered: item['readyTimestamp'] !== undefined,
        test: item['test'] === true,
        totals: totalsFromItem(found[recipients]?.[0]),
      }
    )
  },

  listenedEpoch: (recipientId: string): Promise<string> => listenedEpochOf(client, recipients)(recipientId),

  /** The recipient's videos of these ids, in their order; unknown ones are left out. */
  find: async (recipientId: string, ids: readonly string[]): Promise<Video[]> => {
    const Keys = [...new Set(ids)].map((id) => ({ recipientId, id }))
    const found = await batchGet(client, {
      [videos]: { Keys, ConsistentRead: true },
      [recipients]: { Keys: [{ recipientId }], ProjectionExpression: 'listenedEpoch', ConsistentRead: true },
    })
    const listenedEpoch = epochOf(found[recipients]?.[0])
    const byId = new Map((found[videos] ?? []).map((item) => [item['id'], videoFromItem(item, listenedEpoch)]))
    return ids.flatMap((id) => byId.get(id) ?? [])
  },
})

export type VideoRepository = ReturnType<typeof videoRepository>
