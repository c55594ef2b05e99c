import { expect, test } from 'vitest'
import { checkTotals } from '../../../../../infra/operators/restore/checkTotals.ts'
import { historyItemId } from '../../../../../shared/events/historyEvent.ts'
import { latest } from '../../../../../shared/store/timeIndex.ts'
import { answeredClient, standInTables } from './standInTables.ts'

const of = (recipientId: string, id: string, more: object = {}) => ({
  recipientId: { S: recipientId },
  id: { S: id },
  ...more,
})
const payment = (id: string, more: object = {}) =>
  of('alice', id, { system: { S: 'Mine' }, gatewayId: { S: `of-${id}` }, ...more })
const shown = (id: string) => ({
  recipientId: { S: 'alice' },
  id: { S: historyItemId('alice', 'Mine', `of-${id}`) },
  paymentVersion: { N: '1' },
  metadata: { S: JSON.stringify({ paymentId: id }) },
})
const totals = (recipientId: string, history: number, payments: number, alerts: number) =>
  of(recipientId, recipientId, {
    history: { N: `${history}` },
    payments: { N: `${payments}` },
    alerts: { N: `${alerts}` },
  })

const check = async (contents: Parameters<typeof standInTables>[0]) => {
  const { client, inputsOf } = answeredClient(standInTables(contents).answers)
  return { wrong: await checkTotals(client, async (table) => table), scans: inputsOf('Scan') }
}

test('totals that are the numbers of items are right; payments count once they are projected', async () => {
  const { wrong, scans } = await check({
    history: [shown('due, but shown'), of('alice', 'other')],
    payments: [
      payment('done', { counted: { BOOL: true } }),
      payment('due'),
      payment('due, but shown'),
      payment('uncounted', { counted: { BOOL: false } }),
      payment('uncounted, too', { counted: { BOOL: false } }),
    ],
    alerts: ['1', '2', '3'].map((id) => of('alice', id)),
    recipients: [totals('alice', 2, 2, 3)],
  })

  expect(wrong).toEqual([])
  const listed = { FilterExpression: 'listedAt < :latest', ExpressionAttributeValues: { ':latest': { S: latest } } }
  const scanOf = (TableName: string) => scans.find((scan) => scan['TableName'] === TableName)
  expect([scanOf('history'), scanOf('payments'), scanOf('alerts'), scanOf('recipients')]).toEqual([
    { TableName: 'history', ConsistentRead: true, ProjectionExpression: 'recipientId', ...listed },
    { TableName: 'payments', ConsistentRead: true, ...listed },
    { TableName: 'alerts', ConsistentRead: true, ProjectionExpression: 'recipientId' },
    { TableName: 'recipients', ConsistentRead: true },
  ])
})

test('a total that is another number is named, also of a recipient without totals or without items', async () => {
  const { wrong } = await check({
    history: [of('alice', '1')],
    payments: [],
    alerts: [of('alice', '1'), of('bob', '2'), of('bob', '3')],
    recipients: [totals('alice', 1, 0, 2), totals('carol', 0, 5, 0)],
  })

  expect(wrong).toEqual([
    { recipientId: 'alice', list: 'alerts', stored: 2, counted: 1 },
    { recipientId: 'carol', list: 'payments', stored: 5, counted: 0 },
    { recipientId: 'bob', list: 'alerts', stored: 0, counted: 2 },
  ])
})
