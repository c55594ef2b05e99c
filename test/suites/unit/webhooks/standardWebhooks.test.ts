import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { verifiedStandardWebhook } from '../../../../shared/mechanisms/webhooks/standardWebhooks.ts'

/** The reference vector of the Standard Webhooks libraries. */
const vector = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: '1614265330',
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}
const receivedAt = new Date(1_614_265_330_000)
const headers = {
  'webhook-id': vector.id,
  'webhook-timestamp': vector.timestamp,
  'webhook-signature': vector.signature,
}
const verified = (more: Record<string, string | undefined> = {}, at = receivedAt, secrets = [vector.secret]) =>
  verifiedStandardWebhook(
    { rawBody: Buffer.from(vector.body), headers: { ...headers, ...more }, receivedAt: at },
    secrets,
  )

test.each([
  ['the reference vector', {}],
  ['one of several signatures', { 'webhook-signature': `v1,AAAA v1a,BBBB ${vector.signature}` }],
])('a genuine message is verified: %s', (_name, more) => {
  expect(verified(more)).toEqual({ id: vector.id })
})

test('a message is verified by any of the secrets, with or without their prefix', () => {
  expect(verified({}, receivedAt, ['whsec_b3RoZXI=', vector.secret])).toEqual({ id: vector.id })
  expect(verified({}, receivedAt, [vector.secret.replace('whsec_', '')])).toEqual({ id: vector.id })
})

test.each([-300, 300])('a message is verified %s seconds away', (seconds) => {
  expect(verified({}, new Date(receivedAt.getTime() + seconds * 1000))).toEqual({ id: vector.id })
})

test.each([
  ['another id', { 'webhook-id': 'msg_other' }],
  ['another time', { 'webhook-timestamp': '1614265331' }],
  ['no id', { 'webhook-id': undefined }],
  ['an empty id', { 'webhook-id': '' }],
  ['no time', { 'webhook-timestamp': undefined }],
  ['a time that is no number', { 'webhook-timestamp': '1614265330.5' }],
  ['no signature', { 'webhook-signature': undefined }],
  ['an empty signature', { 'webhook-signature': '' }],
  ['a signature of another version', { 'webhook-signature': vector.signature.replace('v1', 'v2') }],
  ['a signature cut short', { 'webhook-signature': vector.signature.slice(0, -2) }],
  ['signatures with commas between them', { 'webhook-signature': `v1,AAAA,${vector.signature}` }],
])('a message with %s is refused', (_name, more) => {
  expect(verified(more)).toBeUndefined()
})

test.each([-301, 301])('a message is refused %s seconds away', (seconds) => {
  expect(verified({}, new Date(receivedAt.getTime() + seconds * 1000))).toBeUndefined()
})

test.each([[[]], [['whsec_']], [['']], [['whsec_b3RoZXI=']]])('a message is refused with the secrets %j', (secrets) => {
  expect(verified({}, receivedAt, secrets)).toBeUndefined()
})

test('a message signed with an empty key is refused', () => {
  const forged = createHmac('sha256', '').update(`${vector.id}.${vector.timestamp}.${vector.body}`).digest('base64')

  expect(verified({ 'webhook-signature': `v1,${forged}` }, receivedAt, ['whsec_'])).toBeUndefined()
})

test.each([
  ['no id', { id: '' }],
  ['text before its time', { timestamp: `x${vector.timestamp}` }],
  ['text after its time', { timestamp: `${vector.timestamp}x` }],
])('a signed message that has %s is refused, because a time that is no number is never too old', (_name, more) => {
  const { id, timestamp, body, secret } = { ...vector, ...more }
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signature = `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  const signed = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature }

  expect(verified(signed)).toBeUndefined()
})
