import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts'
import { type LocalAws, startLocalAws } from '../../support/localAws.ts'
import { operationCaller } from '../../support/operationCaller.ts'
import { codeVerifier } from './platforms.ts'

let aws: LocalAws
let sandbox: Sandbox
const call = operationCaller()

beforeAll(async () => {
  sandbox = await startSandbox()
  const { 'kick/client-secret': _missing, ...parameters } = sandbox.parameters
  aws = await startLocalAws(Object.fromEntries(Object.entries(parameters).filter(([name]) => !name.startsWith('vk-'))))
  Object.assign(process.env, sandbox.urls)
})
afterAll(async () => {
  await sandbox.stop()
  await aws.stop()
})

test('a missing credential is named, and the code is not spent', async () => {
  const answer = await call('linkKick', { body: { authorizationCode: 'good-alice', codeVerifier } })

  expect(answer).toMatchObject({
    status: 503,
    body: { code: 'provider_not_configured' },
    headers: { 'retry-after': '60' },
  })
  expect(answer.body.detail).toContain('/test/kick/client-secret')
  expect(answer.body.detail).not.toContain('client-id')
  expect(sandbox.log).toEqual([])
})

test('all missing credentials are named at once', async () => {
  const answer = await call('getVkLiveToken', { body: { authorizationCode: 'good-alice' } })

  expect(answer).toMatchObject({ status: 503, body: { code: 'provider_not_configured' } })
  for (const name of ['client-id', 'client-secret', 'redirect-uri'])
    expect(answer.body.detail).toContain(`/test/vk-live/${name}`)
})
