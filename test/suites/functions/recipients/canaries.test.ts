import { inspect } from 'node:util'
import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test, vi } from 'vitest'
import { type TableName, tables } from '../../../../shared/contract/resources.ts'
import type { Answer } from '../../../support/operationCaller.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { codeVerifier, startPlatforms } from './platforms.ts'

const platforms = await sharedByTests(startPlatforms())

/** A value in every form that it could leak in. */
const formsOf = (secret: string): readonly string[] => {
  const bytes = Buffer.from(secret)
  return [
    secret,
    encodeURIComponent(secret),
    bytes.toString('base64'),
    bytes.toString('base64url'),
    bytes.toString('hex'),
  ]
}

const bytesAsText = (_key: string, value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value

const storedText = async (): Promise<string> => {
  const { aws } = platforms
  const contents = await Promise.all(
    Object.keys(tables).map(async (name) => {
      const { Items = [] } = await aws.client.send(new ScanCommand({ TableName: aws.table(name as TableName) }))
      return JSON.stringify(Items, bytesAsText)
    }),
  )
  return contents.join('\n')
}

/** What the platforms issued: every token in an answer of theirs is one that a later request of ours sent, or that we answer. */
const secretsSeenByPlatforms = (): readonly string[] =>
  platforms.sandbox.log.flatMap(({ body, query, headers }) => {
    const form = new URLSearchParams(body)
    const bearer = /^Bearer (.+)$/.exec(headers['authorization'] ?? '')?.[1]
    return [form.get('refresh_token'), form.get('code'), form.get('code_verifier'), query.get('token'), bearer].filter(
      (value) => typeof value === 'string',
    )
  })

test('no secret reaches a log line, an error, the store, or an answer that is not made for it', async () => {
  const { sandbox, call, someone, getAccessToken } = platforms
  const lines: string[] = []
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((chunk) => lines.push(String(chunk)) > 0)
  const recipient = someone()
  const canary = (name: string) => `canary-${name}-7f3a9c51e2d84b60a1c5d9e8f7b6a543`
  const verifier = canary('verifier').padEnd(codeVerifier.length, 'x')
  const deposited = canary('deposited')
  const open: Answer[] = []
  const link = (code: string) =>
    call('linkKick', {
      recipient,
      body: { authorizationCode: code, codeVerifier: verifier },
      headers: { 'idempotency-key': code, authorization: `Bearer ${canary('caller')}` },
    })

  const linked = await link(`good-expired-${canary('code')}`)
  open.push(linked, await link(`bad-${canary('rejected')}`))
  const kinds = ['html', 'truncatedJson', 'redirect', 'dropAfter'] as const
  for (const kind of kinds) {
    sandbox.script({ path: '/oauth/token' }, { kind })
    open.push(await link(`good-${canary(kind)}`))
  }
  for (const kind of ['html', 'truncatedJson'] as const) {
    sandbox.script({ path: '/public/v1/users' }, { kind }, 1)
    open.push(await link(`good-users-${canary(kind)}`))
  }
  const token = (await getAccessToken(recipient, linked.body.id)).body.token
  const vk = await call('getVkLiveToken', { recipient, body: { authorizationCode: `good-${canary('vk')}` } })
  const { otp } = (await call('createOneTimeCode', { recipient, body: { refreshToken: deposited } })).body
  const exchanged = await call('exchangeOneTimeCode', { body: { otp } })
  open.push(
    await call('exchangeOneTimeCode', { body: { otp } }),
    await call('exchangeOneTimeCode', {
      body: { otp: canary('guess') },
      headers: { 'x-one-time-code': canary('both') },
    }),
    await call('createOneTimeCode', { recipient, body: { refreshToken: `${canary('invalid')}\n` } }),
    await call('linkKick', {
      recipient,
      body: { authorizationCode: [canary('array')], codeVerifier: canary('short') },
    }),
    await call('toggleToken', { recipient, body: { id: linked.body.id, enabled: false } }),
    await call('listTokens', { recipient }),
  )
  vi.restoreAllMocks()

  const platformUser = canary('code')
  const secrets = new Set([
    ...secretsSeenByPlatforms(),
    ...['rejected', 'caller', 'invalid', 'array', 'short', 'guess', 'both'].map(canary),
    verifier,
    deposited,
    otp,
    token,
    vk.body.body.token,
    ...Object.entries(sandbox.parameters).flatMap(([name, value]) => (name.endsWith('secret') ? [value] : [])),
  ])
  expect(exchanged.body).toEqual({ refreshToken: deposited })
  expect(secrets.size).toBeGreaterThan(20)
  expect(lines.length).toBeGreaterThan(10)
  const [logged, stored, answered] = [lines.join(''), await storedText(), inspect(open, { depth: 9 })]
  expect(stored).toContain(platformUser)
  for (const text of [logged, stored, answered]) expect(text).not.toMatch(/(?:kick|vk|twitch)-(?:access|refresh)-/)
  for (const secret of secrets)
    for (const form of formsOf(secret)) {
      expect(logged).not.toContain(form)
      expect(stored).not.toContain(form)
      expect(answered).not.toContain(form)
    }
})
