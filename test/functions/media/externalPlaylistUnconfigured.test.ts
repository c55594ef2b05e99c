import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts'
import { type LocalAws, startLocalAws } from '../../support/localAws.ts'
import { operationCaller } from '../../support/operationCaller.ts'

let aws: LocalAws
let sandbox: Sandbox
const call = operationCaller()

beforeAll(async () => {
  sandbox = await startSandbox()
  aws = await startLocalAws()
  Object.assign(process.env, sandbox.urls)
})
afterAll(async () => {
  await aws.stop()
  await sandbox.stop()
})

test('without an API key the answer names the parameter to put, and nobody is asked', async () => {
  const answer = await call('getExternalPlaylist', { params: { playlistId: 'PLdemo' } })

  expect(answer).toMatchObject({ status: 503, body: { code: 'provider_not_configured' } })
  expect(answer.body.detail).toContain('/test/youtube/api-key')
  expect(answer.headers['retry-after']).toBe('60')
  expect(sandbox.log).toEqual([])
})
