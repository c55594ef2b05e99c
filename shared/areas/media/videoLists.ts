import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type * as z from 'zod/mini'
import { boundedList } from '../../mechanisms/store/boundedList.ts'
import type { Found, Slice } from '../../mechanisms/store/slice.ts'
import { tableName } from '../../runtime/env.ts'
import type { VideoStatus } from './contract.ts'
import { queuePosition } from './rules.ts'
import { type Video, videoFromItem } from './videoRepository.ts'

type Status = z.output<typeof VideoStatus>

/** Every id, and so every position in the queue of an epoch, sorts between these texts. */
const [firstId, lastId] = ['!', '~']

/** The part of a position in the queue that is the video's id. */
const idOf = (position: string): string => position.slice(position.indexOf('#') + 1)

/** Conditions on a stored video, beside the recipient's present `:queue`. Those for `ready` are the index itself. */
const conditions = {
  prepared: '#status IN (:prepared, :postponed)',
  handled: '#status = :handled OR (#status = :ready AND NOT begins_with(queued, :queue))',
} as const

const filterBy = (status: 'prepared' | 'handled', queue: string) => ({
  FilterExpression: conditions[status],
  ExpressionAttributeNames: { '#status': 'status' },
  ExpressionAttributeValues:
    status === 'prepared'
      ? { ':prepared': 'prepared', ':postponed': 'postponed' }
      : { ':handled': 'handled', ':ready': 'ready', ':queue': queue },
})

interface ListOptions {
  readonly epoch: string
  readonly ascending: boolean
}

/** A recipient's videos in the order of their requests. The queue is an index; other states are filtered. */
export const videoLists = (client: DynamoDBDocumentClient, table = tableName('videos')) => {
  const range = (recipientId: string, sortKey: string, prefix: string, ScanIndexForward: boolean) => ({
    TableName: table,
    KeyConditionExpression: `recipientId = :recipientId AND ${sortKey} BETWEEN :first AND :last`,
    ExpressionAttributeValues: {
      ':recipientId': recipientId,
      ':first': `${prefix}${firstId}`,
      ':last': `${prefix}${lastId}`,
    },
    ScanIndexForward,
    ConsistentRead: true,
  })

  return {
    /** A slice of the queue. A cursor that began in an earlier epoch goes on after the same id. */
    queue: (
      recipientId: string,
      { epoch, ascending }: ListOptions,
      slice: Slice<string>,
    ): Promise<Found<Video, string>> => {
      const { after, ...rest } = slice
      return boundedList<Video, string>(client, {
        input: { ...range(recipientId, 'queued', queuePosition(epoch, ''), ascending), IndexName: 'byQueue' },
        sortKey: 'queued',
        startKey: (queued) => ({ recipientId, id: idOf(queued), queued }),
        read: (item) => videoFromItem(item, epoch),
      }).matching(after === undefined ? rest : { ...rest, after: queuePosition(epoch, idOf(after)) })
    },

    /** A slice of all videos, or of those with another status. */
    all: (
      recipientId: string,
      { status, epoch, ascending }: ListOptions & { readonly status: Exclude<Status, 'ready'> | undefined },
      slice: Slice<string>,
    ): Promise<Found<Video, string>> => {
      const all = range(recipientId, 'id', '', ascending)
      const filter = status && filterBy(status, queuePosition(epoch, ''))
      const ExpressionAttributeValues = { ...all.ExpressionAttributeValues, ...filter?.ExpressionAttributeValues }
      return boundedList<Video, string>(client, {
        input: { ...all, ...filter, ExpressionAttributeValues },
        sortKey: 'id',
        startKey: (id) => ({ recipientId, id }),
        read: (item) => videoFromItem(item, epoch),
      }).matching(slice)
    },
  }
}

export type VideoLists = ReturnType<typeof videoLists>
