import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LocalAws, startLocalAws } from '../../support/localAws.ts'
import { operationCaller } from '../../support/operationCaller.ts'

/** More than one answer of Parameter Store holds. */
const many = Array.from({ length: 12 }, (_, index) => `bot-${10 + index}`)
const call = operationCaller()
let aws: LocalAws

beforeAll(async () => {
  aws = await startLocalAws({
    ...Object.fromEntries(many.map((name) => [`telegram/bots/${name}`, 'the-token'])),
    'max/bots/another': 'the-token',
    'max/bots/bot-10': 'the-token',
    'telegram/bots/in/a-folder': 'the-token',
    'telegram/other': 'the-token',
  })
})
afterAll(() => aws.stop())

test('all bots of the deployment are listed by name, each by the messenger that is used, and no token', async () => {
  const { status, body } = await call('listBots', { recipient: 'alice' })

  expect(status).toBe(200)
  expect(body).toEqual([
    { accountId: 'another', messenger: 'max' },
    ...many.map((accountId) => ({ accountId, messenger: 'telegram' })),
  ])
})
