import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type * as z from 'zod/mini'
import type { Item, Write } from '../contract/write.ts'
import { timedDerivedId } from '../ids.ts'
import { batchGet } from '../store/batchGet.ts'
import { getItem } from '../store/getItem.ts'
import { withoutPostponement } from '../store/postponedStore.ts'
import { Conflict } from '../store/retryOnConflict.ts'
import { setExpression } from '../store/setExpression.ts'
import { type Totals, totalsFromItem } from '../totals/totals.ts'
import type { StoredVideo } from './contract.ts'
import { handling, type Skippable } from './handledVideos.ts'
import { effectiveStatus, isPrepared, placeInQueue, type Readiness, type VideoLink } from './rules.ts'

/** A stored video as it is answered. */
export type Video = z.input<typeof StoredVideo>

/** A video that a payment asked for. */
export interface RequestedVideo extends VideoLink {
  readonly paymentId: string
  /** The UTC instant of the payment's first report. */
  readonly requestedAt: string
  /** Where the payment came from: `Stripe`, `Manual` … */
  readonly system: string
  readonly title: string
  readonly owner: string
  /** Asked for by a test payment. */
  readonly test: boolean
}

/** How a video becomes ready; what is known of it by then replaces what was assumed. */
interface Readying {
  readonly readyTimestamp: string
  readonly listenedEpoch: string
  readonly title?: string | undefined
  readonly thumbnail?: string | undefined
}

/** What is the same for all videos of a recipient that become ready. */
interface ReadyBasis {
  readonly totals: Totals
  readonly listenedEpoch: string
}

/** Videos that are to become ready, and what that depends on. */
export interface Prepared extends ReadyBasis {
  readonly prepared: readonly { readonly video: Video; readonly test: boolean }[]
}

interface VideoTables {
  readonly videos: string
  readonly recipients: string
}

/** The same attributes, set where they are absent: a repetition changes nothing, whatever happened in between. */
const setOnce = (attributes: Readonly<Record<string, string | boolean>>) => {
  const names = Object.keys(attributes)
  return {
    UpdateExpression: `SET ${names.map((name) => `#${name} = if_not_exists(#${name}, :${name})`).join(', ')}`,
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(names.map((name) => [`:${name}`, attributes[name]])),
  }
}

/** Empty until media are marked as listened for the first time. */
const epochOf = (recipient: Item | undefined): string => String(recipient?.['listenedEpoch'] ?? '')

export const basisFromItem = (recipient: Item | undefined): ReadyBasis => ({
  totals: totalsFromItem(recipient),
  listenedEpoch: epochOf(recipient),
})

/** A video as it is stored: with what is answered to nobody. */
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

/** The id of the video that a payment asks for: derived from both, so that asking again finds the same item without a read. Such ids sort by age. */
export const requestedVideoId = (
  recipientId: string,
  {
    paymentId,
    requestedAt,
    provider,
    originId,
  }: Pick<RequestedVideo, 'paymentId' | 'requestedAt' | 'provider' | 'originId'>,
): string => timedDerivedId(requestedAt, 'video', recipientId, paymentId, provider, originId)

/** Stored videos, one item each, by recipient and id. Their life: prepared, ready, handled. */
export const videoRepository = (client: DynamoDBDocumentClient, { videos, recipients }: VideoTables) => ({
  /** A video that a payment asks for; a repetition leaves it as it is. */
  prepared: (recipientId: string, video: RequestedVideo): { id: string; write: Write } => {
    const { paymentId, system, provider, originId, url, title, thumbnail, owner, test } = video
    const id = requestedVideoId(recipientId, video)
    const attributes = { paymentId, system, provider, originId, url, title, thumbnail, owner, test, status: 'prepared' }
    return {
      id,
      write: {
        operation: { Update: { TableName: videos, Key: { recipientId, id }, ...setOnce(attributes) } },
        repeatable: true,
      },
    }
  },

  /** Counts a video of a withdrawn payment as seen: it must not be shown any more. */
  withdrawal: (recipientId: string, id: string): Write => ({
    operation: { Update: { TableName: videos, Key: { recipientId, id }, ...handling('withdrawn') } },
    repeatable: true,
  }),

  /**
   * Makes a prepared video ready in the epoch given. Refused if the video is not prepared. Its transaction has to be held to that epoch
   * (`listenedEpoch` of the totals), for media may be marked as listened to in between.
   */
  ready: (recipientId: string, id: string, { readyTimestamp, listenedEpoch, title, thumbnail }: Readying): Write => {
    const queued = placeInQueue(listenedEpoch, id)
    const set = setExpression({ status: 'ready', readyTimestamp, queued, title, thumbnail })
    return {
      operation: {
        Update: {
          TableName: videos,
          Key: { recipientId, id },
          UpdateExpression: `${set?.UpdateExpression} ${withoutPostponement}`,
          ConditionExpression: '#status IN (:prepared, :postponed)',
          ExpressionAttributeNames: { ...set?.ExpressionAttributeNames },
          ExpressionAttributeValues: {
            ...set?.ExpressionAttributeValues,
            ':prepared': 'prepared',
            ':postponed': 'postponed',
          },
        },
      },
      repeatable: false,
      refusal: (found) => new Conflict(found),
    }
  },

  /** Of the recipient's videos with these ids those that are still to become ready, in their order, with what that takes. */
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

  /** What skipping a video depends on; undefined for an unknown one. */
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
        isTold: item['readyTimestamp'] !== undefined,
        test: item['test'] === true,
        totals: totalsFromItem(found[recipients]?.[0]),
      }
    )
  },

  /** The epoch in which videos become ready now. */
  listenedEpoch: async (recipientId: string): Promise<string> =>
    epochOf(await getItem(client, { TableName: recipients, Key: { recipientId } })),

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
