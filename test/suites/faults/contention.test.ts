import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { allowManyCallers } from '../../support/manyCallers.ts'
import type { Answer } from '../../support/operationCaller.ts'
import { seeds } from '../../support/runs.ts'
import { sharedByTests } from '../../support/sharedByTests.ts'
import { refillRetries } from './clients.ts'
import { takeClock } from './clock.ts'
import { disturbing } from './disturbance.ts'
import { startInterceptedFunctions } from './interceptedFunctions.ts'

// Hundreds of invocations share this process; in a Lambda each has its ten seconds for itself.
const functions = await sharedByTests(startInterceptedFunctions({ invocationMs: 100_000 }))
await allowManyCallers()
beforeEach(async () => {
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  await refillRetries()
})
afterEach(() => {
  functions.interception.begin()
})

/** Disturbs the calls of AWS. A provider's only call is not repeated, so its refusal would be everybody's. */
const disturb = (seed: number): void => {
  const fateOf = disturbing({ throttled: 0.02, longestDelay: 20 }, seed + 1)
  functions.interception.begin(({ service }) => (service === 'provider' ? undefined : fateOf()))
}

const newGateway = async (recipient: string): Promise<string> =>
  (await functions.call('setGateway', { recipient, body: { gateway: 'manual', type: 'fiat' } })).body.id

const toggle = (recipient: string, id: string): Promise<Answer> =>
  functions.call('toggleGateway', { recipient, body: { id } })

const enabledOf = async (recipient: string): Promise<readonly string[]> => {
  const { body } = await functions.call('listGateways', { recipient })
  return body.content.filter(({ enabled }: { enabled: boolean }) => enabled).map(({ id }: { id: string }) => id)
}

test.each(seeds(1, 20))('seed %i: 200 concurrent flips of one gateway each see the one before', async (seed) => {
  const { recipient } = functions.newScene()
  const id = await newGateway(recipient)
  disturb(seed)

  const answers = await Promise.all(Array.from({ length: 200 }, () => toggle(recipient, id)))

  const results = answers.map(({ status, body }) => (status === 200 ? body.enabled : status))
  expect(Object.groupBy(results, String)).toMatchObject({ true: { length: 100 }, false: { length: 100 } })
  expect(await enabledOf(recipient)).toEqual([])
})

test.each(seeds(1, 20))('seed %i: 200 concurrent flips of three gateways never leave two enabled', async (seed) => {
  const { recipient } = functions.newScene()
  const ids = [await newGateway(recipient), await newGateway(recipient), await newGateway(recipient)]
  disturb(seed)
  let isRunning = true
  const watch = async (): Promise<number> => {
    let most = 0
    while (isRunning) most = Math.max(most, (await enabledOf(recipient)).length)
    return most
  }

  const watching = watch()
  const answers = await Promise.all(Array.from({ length: 200 }, (_, index) => toggle(recipient, ids[index % 3] ?? '')))
  isRunning = false

  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  expect(await watching).toBeLessThanOrEqual(1)
})

test.each(seeds(1, 50))('seed %i: of 200 concurrent exchanges of a one-time code one succeeds', async (seed) => {
  const { recipient } = functions.newScene()
  const { body } = await functions.call('createOneTimeCode', { recipient, body: { refreshToken: 'deposited' } })
  disturb(seed)

  const answers = await Promise.all(
    Array.from({ length: 200 }, () => functions.call('exchangeOneTimeCode', { body: { otp: body.otp } })),
  )

  const tokens = Object.groupBy(answers, ({ status, body: answer }) => `${status} ${answer.refreshToken}`)
  expect(tokens['200 deposited']).toHaveLength(1)
  expect(tokens['200 ']).toHaveLength(199)
})

test.each(seeds(1, 20))('seed %i: 100 concurrent requests for an access token refresh it once', async (seed) => {
  const { recipient, unique } = functions.newScene()
  const authorizationCode = unique('good-expired-user')
  const grant = { authorizationCode, codeVerifier: 'v'.repeat(43) }
  const { body } = await functions.call('linkKick', { recipient, body: grant })
  const before = functions.sandbox.log.length
  // The lease of the first refresh does not end while a busy machine makes it wait.
  const clock = takeClock(0)
  onTestFinished(clock.stop)
  disturb(seed)
  functions.sandbox.script({ path: '/oauth/token' }, { kind: 'delay', milliseconds: 100 })

  const answers = await Promise.all(
    Array.from({ length: 100 }, () => functions.call('getAccessToken', { recipient, body: { tokenId: body.id } })),
  )

  const refreshes = functions.sandbox.log.slice(before).filter(({ path }) => path === '/oauth/token')
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(new Set(answers.map((answer) => answer.body.token)).size).toBe(1)
  expect(refreshes).toHaveLength(1)
})
