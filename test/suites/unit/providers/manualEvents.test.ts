import { expect, test } from 'vitest'
import { manualEvents } from '../../../../shared/providers/manualEvents.ts'
import { standardSecret, standardWebhook } from '../../../support/gatewayWebhooks.ts'

const receivedAt = new Date('2026-03-01T12:00:00Z')
const secret = standardSecret('the deployer’s bots')
const data = { recipientId: 'alice', streamId: 's' }
const message = { type: 'GOAL', timestamp: '2026-03-01T11:00:00+01:00', data }

/** Reads a message that is signed with this secret, by the deployment's own. */
const read = (payload: unknown, signedWith = secret) => {
  const { body, headers } = standardWebhook(signedWith, payload, { id: 'msg_1', at: receivedAt.getTime() })
  const parameters = async () => ({ 'platforms/manual-secret': secret })
  return manualEvents(parameters).read({ rawBody: Buffer.from(body), headers, receivedAt })
}

const at = '2026-03-01T10:00:00.000000000Z'

test.each([
  ['STREAM_STARTED', { kind: 'started', sessionId: 's', at, sentAt: at }],
  ['stream.online', { kind: 'started', sessionId: 's', at, sentAt: at }],
  ['STREAM_ENDED', { kind: 'ended', sessionId: 's', at, sentAt: at }],
  ['stream.offline', { kind: 'ended', sessionId: 's', at, sentAt: at }],
  ['GOAL', { kind: 'other', trigger: 'GOAL', sessionId: 's' }],
])(
  'a message of one’s own bot of the type %s is an event of its recipient, whose stream is a channel of its own',
  async (type, event) => {
    expect(await read({ ...message, type })).toEqual({
      kind: 'recipient',
      messageId: 'msg_1',
      recipientId: 'alice',
      channel: 'manual#s',
      event,
    })
  },
)

test('a message of one’s own bot that another secret has signed is refused', async () => {
  await expect(read(message, standardSecret('another'))).rejects.toMatchObject({
    code: 'signature_rejected',
    message: 'The webhook is not signed by this platform.',
  })
})

test.each<[string, unknown]>([
  ['a title and a recipient of 256 characters', { recipientId: 'r'.repeat(256), title: 't'.repeat(256) }],
  ['an empty title', { title: '' }],
  ['a recipient of one character', { recipientId: 'r' }],
])('a message of one’s own bot may have %s', async (_name, more) => {
  expect(await read({ ...message, data: { ...data, ...(more as object) } })).toMatchObject({ kind: 'recipient' })
})

test.each<[string, object]>([
  ['no recipient', { data: { streamId: 's' } }],
  ['an empty recipient', { data: { ...data, recipientId: '' } }],
  ['a long recipient', { data: { ...data, recipientId: 'r'.repeat(257) } }],
  ['no stream', { data: { recipientId: 'alice' } }],
  ['a long title', { data: { ...data, title: 't'.repeat(257) } }],
  ['no time', { timestamp: 'soon' }],
  ['no type', { type: '' }],
])('a message of one’s own bot with %s is not understood', async (_name, more) => {
  await expect(read({ ...message, ...more })).rejects.toMatchObject({ code: 'invalid_request' })
})
