import { describe, expect, test } from 'vitest'
import type { Item } from '../../../shared/contract/write.ts'
import { shortId } from '../../../shared/ids.ts'
import { checkCredential, paymentId } from '../../../shared/payments/payment.ts'
import type { PaymentReport } from '../../../shared/payments/paymentReport.ts'
import { reportWrite } from '../../../shared/payments/reportWrite.ts'
import { Conflict } from '../../../shared/store/retryOnConflict.ts'
import { RepeatedEvent } from '../../../shared/webhooks/webhook.ts'

const at = '2026-03-01T18:30:00Z'
const amount = { major: 12, minor: 34, currency: 'EUR' }
const source = { gateway: 'manual', gatewayCredentialId: 'g', receivedAt: '2026-03-01T18:30:01.000Z' }
const report: PaymentReport = {
  ...{ eventId: 'event', gatewayId: 'order-1', system: 'Manual', at, test: false },
  ...{ facts: { completedAt: at }, details: { amount, nickname: 'bob', message: undefined } },
}
const id = paymentId('alice', 'g', report)

const write = (more: Partial<PaymentReport> = {}, known?: Item, from = source) =>
  reportWrite('payments', 'alice', from, { ...report, ...more }, known)

/** The parts of an update expression, without its aliases, and its condition. */
const updateOf = (...given: Parameters<typeof write>) => {
  const { operation } = write(...given)
  if (!('Update' in operation)) throw new Error('a report is an update')
  const { ExpressionAttributeNames: names, ExpressionAttributeValues: values, ...update } = operation.Update
  return { ...update, names, values }
}
const events = (count: number) => new Set(Array.from({ length: count }, (_, index) => `${index}`))

describe('a report', () => {
  test('of the first completion sets its details and lists the payment', () => {
    const { names, ...update } = updateOf()

    expect(update).toEqual({
      TableName: 'payments',
      Key: { recipientId: 'alice', id },
      UpdateExpression: [
        'SET #gateway = :gateway, #gatewayCredentialId = :gatewayCredentialId, #gatewayId = :gatewayId, #projection = :projection',
        '#system = :system, #receivedAt = :receivedAt, #amount = :amount, #nickname = :nickname',
        '#createdAt = if_not_exists(#createdAt, :createdAt), #listedAt = if_not_exists(#listedAt, :listedAt)',
        '#test = if_not_exists(#test, :test), #completedAt = if_not_exists(#completedAt, :completedAt) ADD #version :version',
        '#events :events',
      ].join(', '),
      ConditionExpression:
        'NOT contains(#events, :event) AND (attribute_not_exists(#events) OR size(#events) < :mostEvents) AND attribute_not_exists(#completedAt)',
      values: {
        ...{ ':gateway': 'manual', ':gatewayCredentialId': 'g', ':gatewayId': 'order-1', ':projection': 'due' },
        ...{ ':system': 'Manual', ':receivedAt': source.receivedAt, ':amount': amount, ':nickname': 'bob' },
        ...{ ':createdAt': at, ':listedAt': `2026-03-01T18:30:00.000000000Z#${id}`, ':test': false },
        ...{ ':completedAt': at, ':version': 1, ':events': new Set([shortId('event')]) },
        ...{ ':event': shortId('event'), ':mostEvents': 100 },
      },
    })
    expect(names).toEqual(Object.fromEntries(Object.values(names ?? {}).map((name) => [`#${name}`, name])))
    expect(Object.keys(names ?? {}).toSorted()).toEqual([
      ...['#amount', '#completedAt', '#createdAt', '#events', '#gateway', '#gatewayCredentialId', '#gatewayId'],
      ...['#listedAt', '#nickname', '#projection', '#receivedAt', '#system', '#test', '#version'],
    ])
  })

  test.each([
    ['that is no completion', { facts: { refundedAt: at } }, undefined],
    ['of a completion that is known', {}, { completedAt: at }],
  ])('%s fills only what is empty', (_name, more, known) => {
    const { UpdateExpression, ConditionExpression } = updateOf(more, known)

    for (const name of ['system', 'receivedAt', 'amount', 'nickname'])
      expect(UpdateExpression).toContain(`#${name} = if_not_exists(#${name}, :${name})`)
    expect(ConditionExpression).toBe(
      'NOT contains(#events, :event) AND (attribute_not_exists(#events) OR size(#events) < :mostEvents)',
    )
  })

  test('of a completion replaces what others told of a payment that was not completed', () => {
    const { UpdateExpression, ConditionExpression } = updateOf({}, { failedAt: at })

    expect(UpdateExpression).toContain('#nickname = :nickname')
    expect(ConditionExpression).toContain(' AND attribute_not_exists(#completedAt)')
  })

  test('adds its disputes to those that are known', () => {
    const [disputes, disputesWon] = [new Set(['one', 'two']), new Set(['one'])]
    const { UpdateExpression, values } = updateOf({ facts: { disputes, disputesWon } })

    expect(UpdateExpression).toMatch(
      / ADD #version :version, #disputes :disputes, #disputesWon :disputesWon, #events :events$/,
    )
    expect(values).toMatchObject({ ':disputes': disputes, ':disputesWon': disputesWon })
  })

  test('has actions as a text, so that their parameters return unchanged', () => {
    const actions = [{ id: '1', actionId: 'a', parameters: { x: 1 } }]

    expect(updateOf({ details: { amount, actions } }).values).toMatchObject({ ':actions': JSON.stringify(actions) })
    expect(updateOf().values).not.toHaveProperty(':actions')
  })

  test('is remembered as long as a payment remembers fewer than a hundred', () => {
    const [last, later] = [updateOf({}, { events: events(99) }), updateOf({}, { events: events(100) })]

    expect(last.UpdateExpression).toMatch(/, #events :events$/)
    expect(later.UpdateExpression).toMatch(/ ADD #version :version$/)
    expect(later.ConditionExpression).toBe('NOT contains(#events, :event) AND attribute_not_exists(#completedAt)')
    expect(later.names).toHaveProperty('#events', 'events')
    expect(later.values).not.toHaveProperty(':mostEvents')
    expect(later.values).not.toHaveProperty(':events')
  })

  test('of a test is another payment, listed apart', () => {
    const { Key, values } = updateOf({ test: true })

    const testId = paymentId('alice', 'g', { ...report, test: true })
    expect(testId).not.toBe(id)
    expect(Key).toEqual({ recipientId: 'alice', id: testId })
    expect(values).toMatchObject({ ':test': true, ':listedAt': `t:2026-03-01T18:30:00.000000000Z#${testId}` })
  })

  test('of a check is in no list', () => {
    const { values } = updateOf({}, undefined, { ...source, gatewayCredentialId: checkCredential })

    expect(values).not.toHaveProperty(':listedAt')
  })
})

test('a refused report was taken before, or has to know the payment', () => {
  const { refusal, repeatable } = write()
  const [repeated, outdated, unknown] = [
    refusal?.({ events: new Set([shortId('other'), shortId('event')]) }),
    refusal?.({ id, events: new Set([shortId('other')]) }),
    refusal?.(undefined),
  ]

  expect(repeatable).toBe(true)
  expect(repeated).toBeInstanceOf(RepeatedEvent)
  for (const error of [outdated, unknown]) expect(error).toBeInstanceOf(Conflict)
  expect(outdated).toMatchObject({ found: { id } })
  expect(unknown).toMatchObject({ found: undefined })
})
