import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { messageVersion as version } from '../../../shared/realtime/messageVersion.ts'
import { ServerMessage } from '../../../shared/realtime/serverMessages.ts'

const delivery = { version, sequence: 9, after: 8, force: false, test: true } as const
const amount = { major: 12, minor: 34, currency: 'EUR' }

const messages: readonly ServerMessage[] = [
  { version, type: 'welcome', overlayId: 'o', after: 1, through: 9, more: true, look: { theme: 'paper' } },
  {
    ...delivery,
    type: 'alert',
    alert: {
      id: 'a',
      recipientId: 'alice',
      historyItemId: 'h',
      system: 'Twitch',
      event: 'raid',
      hidden: false,
      createdAt: '2026-03-01T18:30:00.000Z',
      nickname: 'bob',
      message: '',
      amount,
      media: { url: '' },
      levelName: '',
      count: 1,
    },
  },
  {
    ...delivery,
    type: 'action',
    action: {
      id: 'b',
      deliveryId: 'd',
      actionId: 'jump',
      name: 'Jump',
      game: 'g',
      category: 'c',
      paymentId: 'p',
      payload: { height: 2 },
      parameters: { times: 3 },
      system: 'Stripe',
      nickname: 'bob',
      amount,
    },
  },
  {
    ...delivery,
    type: 'media',
    media: [
      {
        id: 'm',
        provider: 'youtube',
        originId: 'v',
        url: 'https://video.example',
        title: 'T',
        thumbnail: '',
        system: 'Stripe',
        owner: 'bob',
        paymentId: 'p',
      },
    ],
  },
  { ...delivery, type: 'skip', skip: { id: 'm' } },
  { ...delivery, type: 'check', check: { paymentId: 'p' } },
  {
    ...delivery,
    type: 'change',
    change: {
      id: 'a',
      historyItemId: 'h',
      hidden: true,
      nickname: 'bob',
      message: '',
      amount,
      refunded: null,
      media: { url: '' },
      levelName: '',
      count: 1,
    },
  },
  { version, type: 'pong' },
  { version, type: 'error', code: 'revoked', detail: 'The overlay was revoked.' },
]

describe.each(messages.map((message) => [message.type, message] as const))('the message %s', (_type, message) => {
  test('is published with all of its members, and no others', () => {
    expect(ServerMessage.parse({ ...message, unpublished: 1 })).toEqual(message)
  })

  test('has each of its members, but for a look', () => {
    const isComplete = (name: string) =>
      ServerMessage.safeParse({ ...message, [name]: undefined }).success ? [name] : []

    expect(Object.keys(message).flatMap(isComplete)).toEqual(message.type === 'welcome' ? ['look'] : [])
  })
})

test('an error is of one of three kinds', () => {
  const isPublished = (code: string) =>
    ServerMessage.safeParse({ version, type: 'error', code, detail: '' }).success ? [code] : []

  const codes = ['malformed_message', 'superseded', 'revoked']
  expect([...codes, 'unknown', ''].flatMap(isPublished)).toEqual(codes)
})

test('what messages contain has names, which generated clients take for their types', () => {
  const { $defs = {} } = z.toJSONSchema(ServerMessage)

  expect(Object.keys($defs).toSorted()).toEqual([
    'Alert',
    'Change',
    'Check',
    'MediaRequest',
    'Money',
    'OverlayLook',
    'PaidAction',
    'Skip',
  ])
})
