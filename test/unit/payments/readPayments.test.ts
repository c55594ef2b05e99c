import { expect, test } from 'vitest'
import type { PaymentRepository } from '../../../shared/payments/paymentRepository.ts'
import { stubEnvironment } from '../../support/stubEnvironment.ts'

stubEnvironment()
const { handle: getPayment } = await import('../../../functions/payments/getPayment.ts')
const { handle: listPayments } = await import('../../../functions/payments/listPayments.ts')

const commit = () => Promise.reject(new Error('a read commits nothing'))
const caller = { recipientId: 'alice', isAdmin: false, requestId: 'r', params: undefined, headers: {}, body: undefined }

test('a payment is that of its recipient and id, or none', async () => {
  const get = async (recipientId: string, id: string) =>
    recipientId === 'alice' && id === 'p' ? ({ id } as Awaited<ReturnType<PaymentRepository['get']>>) : undefined
  const answer = (id: string) => getPayment({ get })({ ...caller, params: { id }, query: undefined } as never, commit)

  expect(await answer('p')).toEqual({ id: 'p' })
  await expect(answer('q')).rejects.toMatchObject({ code: 'not_found' })
})

test.each([
  ['all', {}, ['findAll', false]],
  ['all, if no tests are asked for', { test: false }, ['findAll', false]],
  ['tests', { test: true }, ['findMatching', { status: undefined, test: true }, false]],
  ['a status', { status: 'failed' }, ['findMatching', { status: 'failed', test: false }, false]],
  ['the oldest first', { sort: [{ property: 'timestamp', ascending: true }] }, ['findAll', true]],
  ['an order that is none', { sort: [{ property: 'amount', ascending: true }] }, ['findAll', false]],
])('a list has %s', async (_name, query, asked) => {
  const calls: unknown[] = []
  const totals = { read: () => Promise.reject(new Error('read beside the list')) }
  const found = { entries: [], totalSize: 0 }
  const payments: Pick<PaymentRepository, 'findAll' | 'findMatching'> = {
    findAll: async (recipientId, given, ascending, slice) => {
      calls.push([recipientId, slice.limit, given === totals, 'findAll', ascending])
      return found
    },
    findMatching: async (recipientId, filter, ascending, slice) => {
      calls.push([recipientId, slice.limit, true, 'findMatching', filter, ascending])
      return found
    },
  }
  const cursorKey = {} as Parameters<typeof listPayments>[2]

  const { body } = await listPayments(
    payments,
    totals,
    cursorKey,
  )({ ...caller, query: { size: 5, sort: [], ...query } } as never, commit)

  expect(calls).toEqual([['alice', 6, true, ...asked]])
  expect(body.pageable.orderBy).toMatchObject([{ property: 'timestamp', ascending: asked.at(-1) }])
})
