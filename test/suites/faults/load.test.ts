import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TestRequest } from '../../support/httpEvent.ts'
import { allowManyCallers } from '../../support/manyCallers.ts'
import type { Answer } from '../../support/operationCaller.ts'
import { runs } from '../../support/runs.ts'
import { sharedByTests } from '../../support/sharedByTests.ts'
import { disturbing } from './disturbance.ts'
import { startInterceptedFunctions } from './interceptedFunctions.ts'

const recipients = 8
const rounds = runs(10, 30)
/** The number of concurrent requests. */
const concurrency = 24

const functions = await sharedByTests(startInterceptedFunctions())
await allowManyCallers()
beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true))
afterEach(() => {
  functions.interception.begin()
})

interface Work {
  readonly operation: string
  readonly request: TestRequest
}

const price = { major: 1, minor: 0, currency: 'EUR' }
const event = (originId: string) => ({
  system: 'Kick',
  event: 'payment',
  originId,
  timestamp: '2026-03-01T18:30:00Z',
  amount: price,
  triggerAlert: true,
})

/** The requests of one recipient in one round. */
const workOf = (recipient: string, gateway: string, round: number): readonly Work[] => {
  const command = (operation: string, body: object): Work => ({
    operation,
    request: { recipient, body, headers: { 'idempotency-key': `${operation}-${round}` } },
  })
  const list = (operation: string): Work => ({ operation, request: { recipient } })
  return [
    command('addAnnouncer', { text: 'live', accountId: 'main', chatId: round }),
    command('addHistoryItems', { items: [event(`${round}`)] }),
    command('addActions', { actions: [{ name: `action-${round % 5}`, price }] }),
    command('toggleGateway', { id: gateway }),
    command('putConfig', { name: `page-${round % 3}`, value: { round } }),
    list('listHistory'),
    list('listAlerts'),
    list('listGateways'),
  ]
}

const inParallel = async <Item>(items: readonly Item[], run: (item: Item) => Promise<void>): Promise<void> => {
  const queue = items.values()
  const worker = async () => {
    for (const item of queue) await run(item)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}

const positionsOf = async (recipient: string): Promise<readonly number[]> => {
  const { Items = [] } = await functions.aws.client.send(
    new QueryCommand({
      TableName: functions.aws.table('alerts'),
      KeyConditionExpression: 'recipientId = :recipientId',
      ExpressionAttributeValues: { ':recipientId': recipient },
    }),
  )
  return Items.map(({ position }) => position as number)
}

test('with 20 % of store calls throttled, 99 % of requests succeed at once and all exactly once in the end', async () => {
  const gateways = new Map<string, string>()
  for (let count = 0; count < recipients; count++) {
    const { recipient } = functions.newScene()
    const { body } = await functions.call('setGateway', { recipient, body: { gateway: 'manual', type: 'fiat' } })
    gateways.set(recipient, body.id)
  }
  const work = Array.from({ length: rounds }, (_, round) =>
    [...gateways].flatMap(([recipient, gateway]) => workOf(recipient, gateway, round)),
  ).flat()
  const disturbed = disturbing({ throttled: 0.2, reset: 0.01 }, 1)
  functions.interception.begin(({ service }) => (service === 'dynamodb' ? disturbed() : undefined))
  const first: Answer[] = []

  await inParallel(work, async ({ operation, request }) => {
    let answer = await functions.call(operation, request)
    first.push(answer)
    for (let attempt = 0; answer.status === 503 && attempt < 10; attempt++)
      answer = await functions.call(operation, request)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  })
  functions.interception.begin()

  const failed = first.filter(({ status }) => status !== 200)
  expect(failed.filter(({ status }) => status !== 503)).toEqual([])
  expect(failed.length / first.length).toBeLessThanOrEqual(0.01)
  for (const recipient of gateways.keys()) {
    const sizes = await Promise.all(
      ['listHistory', 'listAlerts', 'listActions', 'listConfigs'].map(
        async (list) => (await functions.call(list, { recipient })).body.totalSize,
      ),
    )
    const { body: announcers } = await functions.call('listAnnouncers', { recipient })
    const { body: listed } = await functions.call('listGateways', { recipient })
    expect(sizes).toEqual([rounds, rounds, 5, 3])
    expect(announcers).toHaveLength(rounds)
    // It was flipped an even number of times.
    expect(listed.content).toMatchObject([{ enabled: false }])
    expect(await positionsOf(recipient)).toEqual(Array.from({ length: rounds }, (_, index) => index + 1))
  }
})
