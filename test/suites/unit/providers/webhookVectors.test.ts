import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kickEvents } from '../../../../shared/providers/kickEvents.ts'
import { twitchEvents } from '../../../../shared/providers/twitchEvents.ts'

/**
 * The example of `stream.online`, signed by `printf %s "$id$timestamp$body" | openssl dgst -sha256 -hmac "$secret"`.
 * https://dev.twitch.tv/docs/eventsub/eventsub-subscription-types/#streamonline
 */
const twitch = {
  secret: 's3cre77890ab',
  body:
    '{"subscription":{"id":"f1c2a387-161a-49f9-a165-0f21d7a4e1c4","type":"stream.online","version":"1",' +
    '"status":"enabled","cost":0,"condition":{"broadcaster_user_id":"1337"},"transport":{"method":"webhook",' +
    '"callback":"https://example.com/webhooks/callback"},"created_at":"2019-11-16T10:11:12.634234626Z"},' +
    '"event":{"id":"9001","broadcaster_user_id":"1337","broadcaster_user_login":"cool_user",' +
    '"broadcaster_user_name":"Cool_User","type":"live","started_at":"2020-10-11T10:11:12.123Z"}}',
  headers: {
    'twitch-eventsub-message-id': 'befa7b53-d79d-478f-86b9-120f112b044e',
    'twitch-eventsub-message-timestamp': '2022-10-26T22:16:19.129Z',
    'twitch-eventsub-message-type': 'notification',
    'twitch-eventsub-message-signature': 'sha256=dff2a421bed4f997b8d55cd67aca5920056af74dc3d5cd7297e6863097660617',
  },
  receivedAt: new Date('2022-10-26T22:16:20Z'),
}

/**
 * The example of `livestream.status.updated`, signed by `printf %s "$id.$timestamp.$body" | openssl dgst -sha256 -sign key.pem | base64`
 * with a key whose private half nobody has any more. https://docs.kick.com/events/event-types
 */
const kick = {
  publicKey: `-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAo4vrxH6VJnHQ/2suUBY6
wjUnRrpHay4ySrJM9kNe8Cb2XIISxkz031ewjTZP0rzGFWk0vw7yFZbU998WPpT/
/irNqdnVCRM1hj0SPJBULDNnA13cCKmqpeDkQF8tF2+bkLG2vVSoHxIAzHSUNU9Z
0u5mX7dSRokpC1vh09rogvA1yNSVKTt7LO7eTU0DALksGJoWRem5vwRJGk/JwUwq
7zaW512nphYgL2PB8AHIIG81a7uwye+4U8qpqVFV/jBc3KBys/lnKDVpUvp+FgGV
3S5NrFmX7ZWcs8DiUxf5AlC0yOAiAK1QZcpNyy/vsWOcdDdITC73q/KwlZZAyk5R
PQIDAQAB
-----END PUBLIC KEY-----
`,
  body:
    '{"broadcaster":{"is_anonymous":false,"user_id":123456789,"username":"broadcaster_name","is_verified":true,' +
    '"profile_picture":"https://example.com/broadcaster_avatar.jpg","channel_slug":"broadcaster_channel",' +
    '"identity":null},"is_live":true,"title":"Stream Title","started_at":"2025-01-01T11:00:00+11:00","ended_at":null}',
  headers: {
    'kick-event-message-id': '01JGFY2QJ9V3T6X8Z0B2D4F6H8',
    'kick-event-message-timestamp': '2025-01-01T00:00:01Z',
    'kick-event-type': 'livestream.status.updated',
    'kick-event-version': '1',
    'kick-event-signature':
      'UAgguzraeN3m89A4B+q8XQBS2DGKOHjDO2Mj4/st32GcSIOMHtGtJftwOppd67Wqu7pck6ZGDi1bDxjxp03nP921Tb5NyoqzFmgX' +
      'GLpJt42999tPy0Y3oky5KJHnWpQUAR03rOzjIo+YchZEWlKtDpuPKUvs5yRwDE9fBRUNa2M3Dw/ldhHGzXYl+1eZs4dg4BvO4S9F' +
      'QYMhtS1BHmg0vjIqzKQTNVluKhokjA789kj9J1RDvxUa7ub6bH1gb0pvEi2yRukb7hIpxBSgMnRnnKs3n7JjsIsScDN0dzV58P4v' +
      'w85sh1Gnlu8Xhqmy3U34Lu13Afj5UiLHO0ZR/ZyegQ==',
  },
  receivedAt: new Date('2025-01-01T00:00:02Z'),
}

const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ data: { public_key: kick.publicKey }, message: 'OK' }))
})
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

interface Sent {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  readonly receivedAt: Date
}
const webhook = ({ body, headers, receivedAt }: Sent) => ({ rawBody: Buffer.from(body), headers, receivedAt })
const ofKick = () => kickEvents(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
const ofTwitch = twitchEvents(async () => ({ 'twitch/events-secret': twitch.secret }))

test('an OpenSSL signature in the format of Twitch is accepted', async () => {
  expect(await ofTwitch.read(webhook(twitch))).toEqual({
    kind: 'account',
    messageId: 'befa7b53-d79d-478f-86b9-120f112b044e',
    accountId: '1337',
    event: {
      kind: 'started',
      sessionId: '9001',
      at: '2020-10-11T10:11:12.123000000Z',
      sentAt: '2022-10-26T22:16:19.129000000Z',
    },
  })
})

test('an OpenSSL signature in the format of Kick is accepted', async () => {
  expect(await ofKick().read(webhook(kick))).toEqual({
    kind: 'account',
    messageId: '01JGFY2QJ9V3T6X8Z0B2D4F6H8',
    accountId: '123456789',
    event: {
      kind: 'started',
      sessionId: '2025-01-01T00:00:00Z',
      at: '2025-01-01T00:00:00.000000000Z',
      sentAt: '2025-01-01T00:00:01.000000000Z',
    },
  })
})

test('a changed byte makes neither of them genuine', async () => {
  const changed = (sent: Sent) => webhook({ ...sent, body: sent.body.replace('"1', '"2').replace(':1', ':2') })

  await expect(ofTwitch.read(changed(twitch))).rejects.toMatchObject({ code: 'signature_rejected' })
  await expect(ofKick().read(changed(kick))).rejects.toMatchObject({ code: 'signature_rejected' })
})
