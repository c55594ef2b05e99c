import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type * as z from 'zod/mini'
import type { Item, Write } from '../contract/write.ts'
import { derivedId } from '../ids.ts'
import { batchGet } from '../store/batchGet.ts'
import { getItem } from '../store/getItem.ts'
import { Outdated } from '../store/outdated.ts'
import { setExpression } from '../store/setExpression.ts'
import { type Totals, totalsFromItem } from '../totals/totals.ts'
import type { StoredVideo } from './contract.ts'
import { listenedMark } from './listenedMark.ts'
import { effectiveStatus, type VideoLink } from './rules.ts'

/** A stored video as it is answered. */
export type Video = z.input<typeof StoredVideo>

/** A video that a payment asked for. */
export interface RequestedVideo extends VideoLink {
  readonly paymentId: string
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

const videoFromItem = (item: Item, listenedEpoch: string): Video => {
  const { readyEpoch, test: _test, replayedAt: _replayedAt, ...video } = item as { readyEpoch?: string } & Item & Video
  return { ...video, status: effectiveStatus({ status: video.status, readyEpoch }, listenedEpoch) }
}

/** The id of the video that a payment asks for: derived from both, so that asking again finds the same item without a read. */
export const requestedVideoId = (
  recipientId: string,
  paymentId: string,
  { provider, originId }: Pick<VideoLink, 'provider' | 'originId'>,
): string => derivedId('video', recipientId, paymentId, provider, originId)

/** Stored videos, one item each, by recipient and id. Their life: prepared, ready, handled. */
export const videoRepository = (client: DynamoDBDocumentClient, { videos, recipients }: VideoTables) => ({
  /** A video that a payment asks for; a repetition leaves it as it is. */
  prepared: (recipientId: string, video: RequestedVideo): { id: string; write: Write } => {
    const { paymentId, system, provider, originId, url, title, thumbnail, owner, test } = video
    const id = requestedVideoId(recipientId, paymentId, { provider, originId })
    const attributes = { paymentId, system, provider, originId, url, title, thumbnail, owner, test, status: 'prepared' }
    return {
      id,
      write: {
        operation: { Update: { TableName: videos, Key: { recipientId, id }, ...setOnce(attributes) } },
        repeatable: true,
      },
    }
  },

  /**
   * Makes a prepared video ready in the epoch given, as one transaction: the first write is refused if the video is not prepared, the
   * second if all media were marked as listened since the epoch was read (then read it again and repeat). The transaction must not
   * hold another write of the recipient's own item.
   */
  ready: (
    recipientId: string,
    id: string,
    { readyTimestamp, listenedEpoch, title, thumbnail }: Readying,
  ): readonly [Write, Write] => {
    const set = setExpression({ status: 'ready', readyTimestamp, readyEpoch: listenedEpoch, title, thumbnail })
    const becoming: Write = {
      operation: {
        Update: {
          TableName: videos,
          Key: { recipientId, id },
          UpdateExpression: `${set?.UpdateExpression}`,
          ConditionExpression: '#status = :prepared',
          ExpressionAttributeNames: { ...set?.ExpressionAttributeNames },
          ExpressionAttributeValues: { ...set?.ExpressionAttributeValues, ':prepared': 'prepared' },
        },
      },
      repeatable: false,
      refusal: (found) => new Outdated(found),
    }
    return [becoming, listenedMark(recipients).check(recipientId, listenedEpoch)]
  },

  /** A video that is still to become ready, with what that takes; undefined when it is ready or withdrawn. */
  findPrepared: async (
    recipientId: string,
    id: string,
  ): Promise<{ video: Video; test: boolean; totals: Totals; listenedEpoch: string } | undefined> => {
    const found = await batchGet(client, {
      [videos]: { Keys: [{ recipientId, id }], ConsistentRead: true },
      [recipients]: { Keys: [{ recipientId }], ConsistentRead: true },
    })
    const [item] = found[videos] ?? []
    const recipient = found[recipients]?.[0]
    if (item?.['status'] !== 'prepared') return undefined
    const listenedEpoch = epochOf(recipient)
    const test = item['test'] === true
    return { video: videoFromItem(item, listenedEpoch), test, totals: totalsFromItem(recipient), listenedEpoch }
  },

  /** The epoch to make videos ready in. */
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
