import { randomUUID } from 'node:crypto'
import { GetCommand, PutCommand, QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb'
import { vi } from 'vitest'
import type { Announcement } from '../../../../shared/areas/messenger/announcement.ts'
import { type Chat, chatKey } from '../../../../shared/areas/messenger/chatRepository.ts'
import type { StreamEvent } from '../../../../shared/areas/platforms/streamEvent.ts'
import { connectionsUrlVariable } from '../../../../shared/contract/environmentNames.ts'
import type { StoredMessage } from '../../../local/runner/engines/queueStore.ts'
import { queueRecord } from '../../../local/runner/events/queueMapping.ts'
import { type FaultProxy, startFaultProxy } from '../../../local/runner/spec/aws/faultProxy.ts'
import type { SignedWebhook } from '../../../local/sandbox/eventSenders.ts'
import { type Sandbox, startSandbox } from '../../../local/sandbox/sandbox.ts'
import { telegramPath } from '../../../local/sandbox/telegram.ts'
import { type LocalAws, startLocalAws } from '../../../support/localAws.ts'
import { type Answer, operationCaller } from '../../../support/operationCaller.ts'
import { streamEvent } from '../../../support/streamEvent.ts'

type WorkerHandler = (event: unknown, context?: unknown) => Promise<unknown>

/** What stood in a request that a bot sent. */
export interface BotMessage {
  readonly chat_id: number
  readonly text?: string
  readonly message_id?: number
  readonly reply_markup?: { readonly inline_keyboard: readonly (readonly { text: string; url: string }[])[] }
}

/** The announcers' functions with the messengers' stand-ins around them; streams move when a test says so. */
export interface Announcements {
  readonly aws: LocalAws
  readonly sandbox: Sandbox
  /** Faults between the functions and their store. */
  readonly faults: FaultProxy
  readonly call: ReturnType<typeof operationCaller>
  /** A name that no other test uses. */
  someone(): string
  addAnnouncer(recipient: string, fields?: Readonly<Record<string, unknown>>): Promise<void>
  /** As if the recipient had proved to be in charge of the chat. */
  link(recipient: string, chat: Chat): Promise<void>
  announcers(recipient: string): Promise<readonly Readonly<Record<string, unknown>>[]>
  receive(webhook: SignedWebhook): Promise<Answer>
  /** Brings every event of the recipient, and what it leads to, to the workers, those that wait for a moment included. */
  settle(recipient: string): Promise<void>
  /** Those of the recipient's events, all when none is named. */
  announce(recipient: string, ids?: readonly string[]): Promise<unknown>
  send(recipient: string, context?: unknown): Promise<unknown>
  /** What the schedule and the messages whose time has come do: the announcements that are due are sent, the events are queued. */
  sendDue(): Promise<void>
  events(recipient: string): Promise<readonly StreamEvent[]>
  stored(recipient: string): Promise<readonly Announcement[]>
  /** What Telegram's bot has sent to a chat. */
  sent(chatId: number, method?: 'sendMessage' | 'deleteMessage'): readonly BotMessage[]
  stop(): Promise<void>
}

/** A message whose turn is further away is left waiting. */
const shortWaitMs = 3500
/** SQS delays a message by whole seconds, so it comes up to a second after the turn. */
const wakeUpDelayMs = 1000

/** SQS gives a function at most so many messages at once. */
const messagesPerBatch = 10

/** Sets the clock, which stands from then on: sockets and timers go on. */
export const standAt = (time: number): void => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(time)
}
export const laterBy = (milliseconds: number): void => standAt(Date.now() + milliseconds)

const load = async (id: string): Promise<WorkerHandler> => {
  const module = (await import(`../../../../functions/workers/${id}.ts`)) as { handler: WorkerHandler }
  return module.handler
}

/** Where chats are open, announcers are for chats that nobody has linked. By default, an end is final at once. */
export const startAnnouncements = async ({
  openChats = false,
  privateChats = false,
  streamEndDelaySeconds = 0,
} = {}): Promise<Announcements> => {
  const sandbox = await startSandbox()
  const aws = await startLocalAws(sandbox.parameters)
  const faults = await startFaultProxy({ target: aws.endpoints.dynamodb })
  Object.assign(process.env, sandbox.urls, {
    AWS_ENDPOINT_URL_DYNAMODB: faults.endpoint,
    [connectionsUrlVariable]: 'https://live.test',
    OPEN_CHATS: String(openChats),
    PRIVATE_CHATS: String(privateChats),
    STREAM_END_DELAY_SECONDS: String(streamEndDelaySeconds),
  })
  const call = operationCaller()
  const [announceStream, sendAnnouncement, wakeDueAnnouncements, wakePostponed] = await Promise.all(
    ['announceStream', 'sendAnnouncement', 'wakeDueAnnouncements', 'wakePostponed'].map(load),
  )
  let people = 0
  // The clock is one for all who settle at the same time: whoever ends last gives the real one back.
  let settling = 0
  let wasReal = true
  // A message that is not sent in time waits for the schedule; here, no machine is too slow.
  const { sqsClient } = await import('../../../../shared/mechanisms/aws/sqsClient.ts')
  const { requestHandler } = sqsClient.config as unknown as {
    readonly requestHandler: { updateHttpClientConfig(limit: string, milliseconds: number): void }
  }
  for (const limit of ['connectionTimeout', 'requestTimeout', 'socketTimeout'] as const)
    requestHandler.updateHttpClientConfig(limit, 0)

  const events: Announcements['events'] = async (recipient) => {
    const { Items = [] } = await aws.client.send(new ScanCommand({ TableName: aws.table('streamEvents') }))
    return Items.filter(({ recipientId }) => recipientId === recipient) as unknown as StreamEvent[]
  }

  const stored: Announcements['stored'] = async (recipient) => {
    const { Items = [] } = await aws.client.send(
      new QueryCommand({
        TableName: aws.table('announcements'),
        KeyConditionExpression: 'recipientId = :recipientId',
        ExpressionAttributeValues: { ':recipientId': recipient },
        ConsistentRead: true,
      }),
    )
    return Items as unknown as Announcement[]
  }

  const announce: Announcements['announce'] = async (recipient, ids) => {
    const found = (await events(recipient)).filter(({ id }) => ids === undefined || ids.includes(id))
    const records = found.map((event) => ({ keys: { recipientId: recipient, id: event.id }, newImage: { ...event } }))
    return announceStream?.(streamEvent(...records))
  }

  const link: Announcements['link'] = async (recipientId, { accountId, chatId }) => {
    const Item = { chat: chatKey({ accountId, chatId }), recipientId, accountId, chatId, revision: randomUUID() }
    await aws.client.send(new PutCommand({ TableName: aws.table('chats'), Item }))
  }

  const send: Announcements['send'] = async (recipient, context = { getRemainingTimeInMillis: () => 30_000 }) => {
    const queued = (await stored(recipient)).filter(({ state }) => state === 'queued')
    if (queued.length === 0) return undefined
    const records = queued.map((announcement) => ({
      keys: { recipientId: recipient, id: announcement.id },
      newImage: { ...announcement },
    }))
    return sendAnnouncement?.(streamEvent(...records), context)
  }

  /** Delivers a batch as SQS does: messages that succeed are deleted, the others come again. */
  const deliverBatch = async (batch: readonly StoredMessage[]) => {
    const { resource, remove } = aws.queue('wakeUps')
    const received = batch.map((message) => ({ ...message, receiptHandle: `${message.messageId}#0` }))
    const Records = received.map((message) => queueRecord(message, 'us-east-1', resource.arn))
    const answer = (await wakePostponed?.({ Records })) as { batchItemFailures: readonly { itemIdentifier: string }[] }
    const failed = new Set(answer.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier))
    for (const { messageId, receiptHandle } of received) if (!failed.has(messageId)) remove(receiptHandle)
    const left = batch.filter(({ messageId }) => failed.has(messageId))
    if (left.length > 0) await deliverBatch(left)
  }

  /** Delivers messages of the queue, and sends the announcements that they have woken. */
  const deliver = async (isMeant: (message: StoredMessage) => boolean) => {
    const woken = [...aws.queue('wakeUps').messages.values()].filter(isMeant)
    for (let start = 0; start < woken.length; start += messagesPerBatch)
      await deliverBatch(woken.slice(start, start + messagesPerBatch))
    const recipients = woken.map(({ body }) => (JSON.parse(body) as { recipientId: string }).recipientId)
    for (const recipient of new Set(recipients)) await send(recipient)
  }

  /** The next turn of an announcement that waits for one until then. */
  const nextTurn = async (recipient: string, until: number): Promise<number | undefined> => {
    const waiting = (await stored(recipient)).filter(({ state }) => state === 'postponed')
    const turns = waiting.map(({ dueAt = '' }) => Date.parse(dueAt)).filter((turn) => turn < until)
    return turns.length === 0 ? undefined : Math.min(...turns)
  }

  return {
    aws,
    sandbox,
    faults,
    call,
    someone: () => `streamer-${++people}`,
    addAnnouncer: async (recipient, fields = {}) => {
      const body = { text: 'We are live!', accountId: 'main', chatId: -1001, buttons: [], ...fields }
      const { status } = await call('addAnnouncer', { recipient, body })
      if (status !== 200) throw new Error(`the announcer was answered ${status}`)
      if (!openChats) await link(recipient, body)
    },
    link,
    announcers: async (recipient) => {
      const { body } = await call('listAnnouncers', { recipient })
      const table = aws.table('announcers')
      return Promise.all(
        (body as readonly { id: string }[]).map(async ({ id }) => {
          const { Item = {} } = await aws.client.send(
            new GetCommand({ TableName: table, Key: { recipientId: recipient, id } }),
          )
          return Item
        }),
      )
    },
    receive: ({ platform, headers, body }) => call('receivePlatformWebhook', { params: { platform }, headers, body }),
    settle: async (recipient) => {
      if (settling++ === 0) wasReal = !vi.isFakeTimers()
      try {
        await announce(recipient)
        await send(recipient)
        const until = Date.now() + shortWaitMs
        for (let turn = await nextTurn(recipient, until); turn !== undefined; turn = await nextTurn(recipient, until)) {
          standAt(Math.max(turn, Date.now()) + wakeUpDelayMs)
          await deliver(({ visibleAt }) => visibleAt <= Date.now())
        }
      } finally {
        if (--settling === 0 && wasReal) vi.useRealTimers()
      }
    },
    announce,
    send,
    sendDue: async () => {
      await wakeDueAnnouncements?.({})
      await deliver(() => true)
    },
    events,
    stored,
    sent: (chatId, method = 'sendMessage') =>
      sandbox.log
        .filter(({ path }) => path === telegramPath(method))
        .map(({ body }) => JSON.parse(body) as BotMessage)
        .filter(({ chat_id }) => chat_id === chatId),
    stop: async () => {
      await sandbox.stop()
      await faults.stop()
      await aws.stop()
    },
  }
}
