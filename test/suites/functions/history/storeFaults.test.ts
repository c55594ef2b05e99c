import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { TableName } from '../../../../shared/contract/resources.ts'
import type { Fault } from '../../../local/runner/aws/faults.ts'
import { startFaultProxy } from '../../../local/runner/spec/aws/faultProxy.ts'
import { startLocalAws } from '../../../support/localAws.ts'
import { operationCaller } from '../../../support/operationCaller.ts'
import { oneOfEach, withSeed } from '../../../support/runs.ts'

const call = operationCaller()
let nextRecipient = 0
const someone = () => `recipient-${++nextRecipient}`

const aws = await startLocalAws()
const proxy = await startFaultProxy({ target: aws.endpoints.dynamodb })
process.env['AWS_ENDPOINT_URL_DYNAMODB'] = proxy.endpoint
afterEach(() => proxy.setFaults({ rules: [] }))
afterAll(async () => {
  await proxy.stop()
  await aws.stop()
})

const countOf = async (table: TableName, recipientId: string): Promise<number> => {
  const command = new QueryCommand({
    TableName: aws.table(table),
    KeyConditionExpression: 'recipientId = :recipientId',
    ExpressionAttributeValues: { ':recipientId': recipientId },
  })
  return (await aws.client.send(command)).Count ?? 0
}

/** All that the operations of this area leave behind, told in numbers. */
const traceOf = async (recipient: string) => {
  const history = (await call('listHistory', { recipient })).body
  const alerts = (await call('listAlerts', { recipient })).body
  return {
    items: [await countOf('history', recipient), history.content.length, history.totalSize],
    alerts: [await countOf('alerts', recipient), alerts.content.length, alerts.totalSize],
    hidden: alerts.content.filter(({ hidden }: { hidden: boolean }) => hidden).length,
    deliveries: await countOf('deliveries', recipient),
    prints: await countOf('prints', recipient),
  }
}

const item = { system: 'Kick', event: 'payment', originId: 'o-1', timestamp: '2026-03-01T18:30:00Z' }
const add = async (recipient: string, triggerAlert: boolean): Promise<string> =>
  (await call('addHistoryItems', { recipient, body: { items: [{ ...item, triggerAlert }] } })).body.added[0].id

interface Step {
  readonly id: string
  readonly prepare: (recipient: string) => Promise<object>
}

const steps: Readonly<Record<string, Step>> = {
  'an item is added': { id: 'addHistoryItems', prepare: async () => ({ items: [item] }) },
  'an item with an alert is added': {
    id: 'addHistoryItems',
    prepare: async () => ({ items: [{ ...item, triggerAlert: true }] }),
  },
  'an item is deleted': {
    id: 'deleteHistoryItem',
    prepare: async (recipient) => ({ historyItemId: await add(recipient, true) }),
  },
  'an item without an alert is deleted': {
    id: 'deleteHistoryItem',
    prepare: async (recipient) => ({ historyItemId: await add(recipient, false) }),
  },
  'an item is restored': {
    id: 'restoreHistoryItem',
    prepare: async (recipient) => {
      const body = { historyItemId: await add(recipient, true) }
      await call('deleteHistoryItem', { recipient, body })
      return body
    },
  },
  'an alert is repeated': {
    id: 'repeatAlert',
    prepare: async (recipient) => ({ historyItemId: await add(recipient, true) }),
  },
  'a first alert is shown': {
    id: 'repeatAlert',
    prepare: async (recipient) => ({ historyItemId: await add(recipient, false) }),
  },
  'a test alert is shown': { id: 'testAlert', prepare: async () => ({}) },
  'a print is asked for': { id: 'printCsv', prepare: async () => ({}) },
}

const faults: readonly Fault[] = ['ack-lost', 'reset-before', 'throttle', 'server-error', 'transaction-conflict']

describe.each(Object.entries(steps))('%s', (name, { id, prepare }) => {
  const undisturbed = async () => {
    const recipient = someone()
    const body = await prepare(recipient)
    await call(id, { recipient, body })
    return traceOf(recipient)
  }

  test('once, whichever call meets a fault', async () => {
    const expected = await undisturbed()
    const points = [1, 2, 3].map((nth) => faults.map((fault) => ({ nth, fault })))

    for (const { nth, fault } of oneOfEach(points, name)) {
      const recipient = someone()
      const body = await prepare(recipient)
      proxy.setFaults({ rules: [{ match: { service: 'dynamodb', nth }, fault, times: 1 }] })
      const answer = await call(id, { recipient, body, headers: { 'idempotency-key': 'k' } })
      proxy.setFaults({ rules: [] })

      expect(answer.status, withSeed(`${fault} at call ${nth}`)).toBe(200)
      expect(await traceOf(recipient), withSeed(`${fault} at call ${nth}`)).toEqual(expected)
    }
  })

  test('once, without an Idempotency-Key, when an acknowledgement is lost', async () => {
    const expected = await undisturbed()

    for (const nth of [1, 2]) {
      const recipient = someone()
      const body = await prepare(recipient)
      proxy.setFaults({ rules: [{ match: { service: 'dynamodb', nth }, fault: 'ack-lost', times: 1 }] })
      const answer = await call(id, { recipient, body })
      proxy.setFaults({ rules: [] })

      expect(answer.status).toBe(200)
      expect(await traceOf(recipient)).toEqual(expected)
    }
  })

  test('after three throttles in a row', async () => {
    const recipient = someone()
    const body = await prepare(recipient)
    proxy.setFaults({ rules: [{ match: { service: 'dynamodb' }, fault: 'throttle', times: 3 }] })

    expect((await call(id, { recipient, body })).status).toBe(200)
  })

  test('once, when its transactions are throttled longer than the SDK repeats a call', async () => {
    const expected = await undisturbed()
    const recipient = someone()
    const body = await prepare(recipient)
    const match = { action: 'TransactWriteItems' }
    proxy.setFaults({ rules: [{ match, fault: 'transaction-throttled', times: 8 }] })

    const answer = await call(id, { recipient, body, headers: { 'idempotency-key': 'k' } })

    expect(answer.status).toBe(200)
    expect(await traceOf(recipient)).toEqual(expected)
  })

  test.each(['server-error', 'throttle'] as const)(
    'or not at all, when the store answers every call with %s: 503, and the repetition succeeds',
    async (fault) => {
      const expected = await undisturbed()
      const recipient = someone()
      const body = await prepare(recipient)
      const request = { recipient, body, headers: { 'idempotency-key': 'k' } }
      proxy.setFaults({ rules: [{ match: { service: 'dynamodb' }, fault }] })

      const refused = await call(id, request)
      proxy.setFaults({ rules: [] })
      const repeated = await call(id, request)

      expect(refused).toMatchObject({ status: 503, body: { code: 'store_unavailable' } })
      expect(refused.headers['retry-after']).toBe('1')
      expect(repeated.status).toBe(200)
      expect(await traceOf(recipient)).toEqual(expected)
    },
  )
})

test('keys that stay unprocessed are asked for again', async () => {
  const recipient = someone()
  await add(recipient, false)
  proxy.setFaults({ rules: [{ match: { action: 'BatchGetItem' }, fault: 'unprocessed-items', times: 2 }] })

  const items = ['o-1', 'o-2'].map((originId) => ({ ...item, originId }))
  const answer = await call('addHistoryItems', { recipient, body: { items } })

  expect(answer.body).toMatchObject({ added: [{ originId: 'o-2' }], skipped: [{ originId: 'o-1' }] })
})

test('lists are strongly consistent', async () => {
  const recipient = someone()
  proxy.setFaults({ rules: [{ match: { service: 'dynamodb' }, fault: 'stale-read' }] })
  await add(recipient, true)

  expect((await call('listHistory', { recipient })).body.totalSize).toBe(1)
  expect((await call('listAlerts', { recipient })).body).toMatchObject({ totalSize: 1, numberOfElements: 1 })
})
