import { GetCommand, ScanCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test, vi } from 'vitest'
import { startLocalAws } from '../../../support/localAws.ts'
import { allowManyCallers } from '../../../support/manyCallers.ts'
import { operationCaller } from '../../../support/operationCaller.ts'
import { runs } from '../../../support/runs.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const call = operationCaller()

const aws = await sharedByTests(startLocalAws())
await allowManyCallers()

let made = 0
/** Of a recipient of its own, so that none makes more codes than one may. */
const create = async (refreshToken: string, recipient = `recipient-${++made}`) =>
  (await call('createOneTimeCode', { recipient, body: { refreshToken } })).body

const exchange = (otp: string) => call('exchangeOneTimeCode', { body: { otp } })

/** Fails the next call of the functions' store. */
const failNextCall = async (error: Error) => {
  const { documentClient } = await import('../../../../shared/mechanisms/aws/documentClient.ts')
  vi.spyOn(documentClient, 'send').mockImplementationOnce(() => Promise.reject(error))
}

const rejected = { status: 200, body: { refreshToken: '' } }

const depositOf = async (otp: string) => {
  const { secretKeyOf } = await import('../../../../shared/mechanisms/secrets/ownedSecret.ts')
  const Key = { ...secretKeyOf(otp) }
  const { Item } = await aws.client.send(new GetCommand({ TableName: aws.table('oneTimeCodes'), Key }))
  return Item
}

const setTime = (milliseconds: number) => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(milliseconds)
}

test('a code is exchanged for the refresh token, by header or body, without a token', async () => {
  const { otp: first } = await create('refresh-1')
  const { otp: second } = await create('refresh-2')

  const inHeader = await call('exchangeOneTimeCode', { body: {}, headers: { 'x-one-time-code': first }, claims: {} })
  const inBody = await exchange(second)

  expect(first).toMatch(/^[\w-]{59}$/)
  expect([inHeader.status, inHeader.body]).toEqual([200, { refreshToken: 'refresh-1' }])
  expect([inBody.status, inBody.body]).toEqual([200, { refreshToken: 'refresh-2' }])
})

test('header and body together are 400, and the code still works', async () => {
  const { otp } = await create('refresh')

  const answer = await call('exchangeOneTimeCode', { body: { otp }, headers: { 'x-one-time-code': otp } })

  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request', errors: [{ pointer: '/otp' }] } })
  expect(await exchange(otp)).toMatchObject({ status: 200, body: { refreshToken: 'refresh' } })
})

test('unknown, used, expired, malformed and absent codes get the same answer: an empty token, so that an overlay goes on', async () => {
  const [used, expired] = [await create('used'), await create('expired')]
  await exchange(used.otp)
  const unknown = 'A'.repeat(59)

  const answers = [await exchange(used.otp)]
  for (const otp of [unknown, '', 'x', 'x'.repeat(100_000), '\u0000', '☃', `${used.otp} `])
    answers.push(await exchange(otp))
  answers.push(await call('exchangeOneTimeCode', { body: {} }))
  answers.push(await call('exchangeOneTimeCode', { body: {}, headers: { 'x-one-time-code': unknown } }))
  answers.push(await call('exchangeOneTimeCode', { body: {}, headers: { 'x-one-time-code': '' } }))
  setTime(Date.parse(expired.expiresAt))
  answers.push(await exchange(expired.otp))

  expect(answers[0]).toMatchObject(rejected)
  for (const answer of answers) expect(answer).toEqual(answers[0])
})

test('a refused code is a line of the log without the code', async () => {
  const lines: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0)

  await exchange('B'.repeat(59))

  const refusals = lines.map((line) => JSON.parse(line)).filter(({ message }) => message === 'otp_refused')
  expect(refusals).toMatchObject([
    { level: 'INFO', operation: 'exchangeOneTimeCode', requestId: expect.stringMatching(/./) },
  ])
  expect(lines.join('')).not.toContain('BBBB')
})

test('a code lives ten minutes: to the last second, and no longer', async () => {
  const createdAt = Math.ceil(Date.now() / 1000) * 1000
  setTime(createdAt)
  const [first, second] = [await create('refresh'), await create('refresh')]
  const end = Date.parse(first.expiresAt)

  expect(end - createdAt).toBe(600_000)
  setTime(end - 1)
  expect(await exchange(first.otp)).toMatchObject({ status: 200, body: { refreshToken: 'refresh' } })
  setTime(Date.parse(second.expiresAt))
  expect(await exchange(second.otp)).toMatchObject(rejected)
})

test('a store that is away rejects no code: the exchange can be repeated', async () => {
  const { otp } = await create('refresh')
  await failNextCall(Object.assign(new Error('away'), { name: 'ServiceUnavailable' }))

  expect(await exchange(otp)).toMatchObject({ status: 503, body: { code: 'store_unavailable' } })
  expect(await exchange(otp)).toMatchObject({ status: 200, body: { refreshToken: 'refresh' } })
})

test('a code whose token cannot be opened is given back before the answer, so that the exchange can be repeated', async () => {
  const { handle } = await import('../../../../functions/otp/exchangeOneTimeCode.ts')
  const [failure, redeemed, restored]: [Error, unknown[], unknown[]] = [new Error('away'), [], []]
  const codes = {
    redeem: async (...[key, exchangeId]: unknown[]) => redeemed.push(key, exchangeId) && { recipientId: 'alice' },
    restore: async (...given: unknown[]) => {
      await new Promise(setImmediate)
      restored.push(...given)
    },
  }
  const request = { headers: {}, body: { otp: 'A'.repeat(59) } }

  const answer = handle(codes as never, { decrypt: () => Promise.reject(failure) })(
    request as never,
    undefined as never,
  )

  await expect(answer).rejects.toBe(failure)
  expect(restored).toEqual(redeemed)
})

test('a repeated exchange recognises its own success, and never restores a code that was used', async () => {
  const { oneTimeCodeStore } = await import('../../../../shared/areas/otp/oneTimeCodeStore.ts')
  const { secretKeyOf } = await import('../../../../shared/mechanisms/secrets/ownedSecret.ts')
  const codes = oneTimeCodeStore(aws.client, aws.table('oneTimeCodes'))
  const key = secretKeyOf((await create('refresh')).otp) ?? expect.fail()
  const isRedeemed = async (exchange: string) => (await codes.redeem(key, exchange, 0)) !== undefined

  const outcomes = [await isRedeemed('a'), await isRedeemed('a'), await isRedeemed('b')]
  for (const exchange of ['b', 'a']) {
    await codes.restore(key, exchange)
    outcomes.push(await isRedeemed('b'))
  }

  expect(outcomes).toEqual([true, true, false, false, true])
})

test('a malformed code costs no store call, regression: each cost a conditional write', async () => {
  const { documentClient } = await import('../../../../shared/mechanisms/aws/documentClient.ts')
  const send = vi.spyOn(documentClient, 'send')

  for (const otp of ['', 'x', 'A'.repeat(58), 'A'.repeat(60), `${'A'.repeat(58)}=`])
    expect(await exchange(otp)).toMatchObject(rejected)

  expect(send).not.toHaveBeenCalled()
})

test('200 exchanges of one code at once: one gets the token', async () => {
  // As many invocations share this process: none of them ends while a busy machine makes it wait for the others.
  const patient = operationCaller(600_000)
  for (let round = 0; round < runs(1, 5); round++) {
    const { otp } = await create(`refresh-${round}`)

    const answers = await Promise.all(
      Array.from({ length: 200 }, () => patient('exchangeOneTimeCode', { body: { otp } })),
    )

    const won = answers.filter(({ body }) => body.refreshToken !== '')
    expect(won.map(({ body }) => body)).toEqual([{ refreshToken: `refresh-${round}` }])
    for (const answer of answers) if (answer !== won[0]) expect(answer).toMatchObject(rejected)
  }
})

test('each deposit has its own code, with an idempotency key too: its answer is not stored', async () => {
  const request = { body: { refreshToken: 'same' }, headers: { 'idempotency-key': 'key' } }

  const codes = [await call('createOneTimeCode', request), await call('createOneTimeCode', request)]

  expect(codes[0]?.body.otp).not.toBe(codes[1]?.body.otp)
  const { Count } = await aws.client.send(new ScanCommand({ TableName: aws.table('idempotency') }))
  expect(Count).toBe(0)
})

test.each([
  ['no refresh token', {}],
  ['an empty refresh token', { refreshToken: '' }],
  ['a refresh token with a line break', { refreshToken: 'a\nb' }],
  ['a refresh token that is not ASCII', { refreshToken: 'é' }],
])('%s is 400', async (_name, body) => {
  expect(await call('createOneTimeCode', { body })).toMatchObject({
    status: 400,
    body: { code: 'invalid_request', errors: [{ in: 'body', pointer: '/refreshToken' }] },
  })
})

test('a code that is no text is 400', async () => {
  expect(await call('exchangeOneTimeCode', { body: { otp: 1 } })).toMatchObject({ status: 400 })
})

test('a refresh token of 4,096 characters comes back as it was', async () => {
  const refreshToken = 'x'.repeat(4096)

  expect((await exchange((await create(refreshToken)).otp)).body).toEqual({ refreshToken })
})

test('the store has the hash of the code and the ciphertext of the token', async () => {
  const { otp } = await create('deposited-secret')

  const deposit = await depositOf(otp)

  expect(Object.keys(deposit ?? {}).toSorted()).toEqual([
    'expiresAt',
    'owner',
    'recipientId',
    'refreshToken',
    'secretHash',
  ])
  const stored = JSON.stringify(deposit, (_key, value) => (value instanceof Uint8Array ? String(value) : value))
  expect(stored).not.toContain(otp)
  expect(Buffer.from(deposit?.['refreshToken']).toString('latin1')).not.toContain('deposited-secret')
})
