import { describe, expect, test } from 'vitest'
import { type ConversationPorts, conversation } from '../../../shared/realtime/conversation.ts'
import { messageVersion as version } from '../../../shared/realtime/messageVersion.ts'
import type { ServerMessage } from '../../../shared/realtime/serverMessages.ts'

const event = { connectionId: 'c', connectedAt: 5, requestId: 'r', query: {}, headers: {} }
const delivered = ['one', 'two'].map((type) => ({ version, type }) as unknown as ServerMessage)

type Overlay = Awaited<ReturnType<ConversationPorts['overlays']['attach']>>

interface Given {
  readonly overlay?: Overlay
  readonly isKnown?: boolean
  readonly isDelivered?: boolean
  readonly isAcknowledged?: boolean
  readonly look?: unknown
  /** Messages that the connection takes before it is closed. */
  readonly takes?: number
}

/** What is asked for and sent when a client sends a text. */
const say = async (body: unknown, given: Given = {}) => {
  const { overlay = {} as Overlay, isKnown = true, isDelivered = true, isAcknowledged = true, look, takes = 99 } = given
  const [asked, sent]: [unknown[][], ServerMessage[]] = [[], []]
  const told =
    <Answer>(name: string, answer: Answer) =>
    async (...parts: unknown[]) => {
      asked.push([name, ...parts])
      return answer
    }
  const talk = conversation({
    connections: { find: told('find', isKnown ? { recipientId: 'alice', overlayId: 'o' } : undefined) },
    overlays: { attach: told('attach', overlay), acknowledge: told('acknowledge', isAcknowledged) },
    deliveries: { following: told('following', { messages: delivered as never, through: 12, more: true }) },
    totals: { hasDelivered: told('hasDelivered', isDelivered) },
    configs: { find: told('look', look) as ConversationPorts['configs']['find'] },
    sender: {
      send: async (connectionId, message) => {
        expect(connectionId).toBe('c')
        sent.push(message)
        return sent.length < takes
      },
    },
  })
  const type = await talk({ ...event, body: typeof body === 'string' ? body : JSON.stringify(body) })
  return { type, asked, sent }
}

const attached = ['attach', 'alice', 'o', { connectionId: 'c', connectedAt: 5 }]
const resume = { version, type: 'resume' }
const welcome = { version, type: 'welcome', overlayId: 'o', through: 12, more: true }

describe('a client that resumes', () => {
  test.each<[string, Overlay, number | undefined, number]>([
    ['a new one', {} as Overlay, undefined, 0],
    ['one that started later', { startsAfter: 4 } as Overlay, undefined, 4],
    ['one that has acknowledged', { startsAfter: 4, acknowledged: 8 } as Overlay, undefined, 8],
    ['one that says what it has', { startsAfter: 4 } as Overlay, 2, 2],
    ['one that has more than it has acknowledged', { acknowledged: 8 } as Overlay, 9, 9],
    ['one that has acknowledged more than it says', { acknowledged: 8 } as Overlay, 2, 8],
    ['one that has nothing', { startsAfter: 4 } as Overlay, 0, 0],
  ])('%s gets what follows, attached before', async (_name, overlay, known, after) => {
    const { type, asked, sent } = await say({ ...resume, after: known }, { overlay })

    expect(type).toBe('resume')
    expect(asked).toEqual([['find', 'c'], attached, ['following', 'alice', after, 20], ['look', 'alice', 'overlay']])
    expect(sent).toEqual([{ ...welcome, after }, ...delivered])
  })

  test('gets the look of its overlays, where there is one that is understood', async () => {
    const looks = [{ theme: 'paper' }, { theme: 'wood' }, 7]
    const answers = await Promise.all(looks.map((look) => say(resume, { look })))

    expect(answers.map(({ sent }) => sent[0])).toEqual([
      { ...welcome, after: 0, look: { theme: 'paper' } },
      { ...welcome, after: 0 },
      { ...welcome, after: 0 },
    ])
  })

  test.each([
    ['superseded', 'The overlay has a newer connection.'],
    ['revoked', 'The overlay was revoked.'],
  ] as const)('and was %s is told so, and nothing else', async (code, detail) => {
    const { asked, sent } = await say(resume, { overlay: code })

    expect(asked).toEqual([['find', 'c'], attached])
    expect(sent).toEqual([{ version, type: 'error', code, detail }])
  })

  test('and closes meanwhile gets no more', async () => {
    const { sent } = await say(resume, { takes: 2 })

    expect(sent).toHaveLength(2)
  })
})

describe('a client that acknowledges', () => {
  const ack = { version, type: 'ack', sequence: 9 }

  test('is believed of what exists', async () => {
    expect(await say(ack)).toEqual({
      type: 'ack',
      asked: [
        ['find', 'c'],
        ['hasDelivered', 'alice', 9],
        ['acknowledge', 'alice', 'o', 9],
      ],
      sent: [],
    })
  })

  test('is not of what does not exist yet', async () => {
    const { asked, sent } = await say(ack, { isDelivered: false })

    expect(asked).toHaveLength(2)
    expect(sent).toEqual([
      {
        ...{ version, type: 'error', code: 'malformed_message' },
        detail: 'There is no delivery 9 yet, so it cannot be acknowledged.',
      },
    ])
  })

  test('and was revoked is told so', async () => {
    const { sent } = await say(ack, { isAcknowledged: false })

    expect(sent).toEqual([{ version, type: 'error', code: 'revoked', detail: 'The overlay was revoked.' }])
  })
})

test('a connection that nobody knows gets no answer', async () => {
  expect(await say(resume, { isKnown: false })).toEqual({ type: 'resume', asked: [['find', 'c']], sent: [] })
})

const padded = (length: number): string => JSON.stringify({ version, type: 'resume' }).padEnd(length)

test.each([
  ['no JSON', '{'],
  ['no object', '7'],
  ['another version', { version: version + 1, type: 'resume' }],
  ['an unknown type', { version, type: 'hello' }],
  ['no sequence', { version, type: 'ack' }],
  ['a sequence below 0', { version, type: 'ack', sequence: -1 }],
  ['a broken sequence', { version, type: 'resume', after: 1.5 }],
  ['too many characters', padded(1025)],
])('a message that is %s is malformed', async (_name, body) => {
  const { type, asked, sent } = await say(body)

  expect([type, asked]).toEqual(['malformed', []])
  expect(sent).toEqual([
    {
      ...{ version, type: 'error', code: 'malformed_message' },
      detail: `A message is JSON of at most 1024 characters: resume, ack or ping, version ${version}.`,
    },
  ])
})

test('a message of 1,024 characters is read', async () => {
  expect(await say(padded(1024))).toMatchObject({ type: 'resume' })
})
