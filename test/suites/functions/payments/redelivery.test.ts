import { expect, test } from 'vitest'
import { openPaymentsBench } from '../../../support/paymentsBench.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'
import { streamEvent } from '../../../support/streamEvent.ts'

const bench = await sharedByTests(openPaymentsBench())

type Event = ReturnType<typeof streamEvent>

/** Invokes the worker once, while writes for one of the recipients fail. */
const invoke = async (event: Event, failing?: string) => {
  const { handler } = await import('../../../../functions/workers/projectPayments.ts')
  const { documentClient } = await import('../../../../shared/mechanisms/aws/documentClient.ts')
  documentClient.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (given) => {
        const isWrite = /^(?:TransactWrite|Update|Put)/.test(commandName)
        if (failing !== undefined && isWrite && JSON.stringify(given.input).includes(failing)) throw new Error('broken')
        return next(given)
      },
    { step: 'initialize', name: 'failForOne' },
  )
  const { batchItemFailures } = await handler(event)
  documentClient.middlewareStack.remove('failForOne')
  return new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier))
}

/**
 * The records that Lambda delivers next: those from the first failing one on, the later ones that have succeeded included.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-batchfailurereporting.html
 */
const nextBatch = ({ Records }: Event, failures: ReadonlySet<string>): Event => {
  const first = Records.findIndex(({ dynamodb }) => failures.has(dynamodb.SequenceNumber))
  return { Records: first < 0 ? [] : Records.slice(first) }
}

const viewOf = async (recipient: string) => {
  const { history, alerts, payments, deliveries } = await bench.view(recipient)
  return {
    totals: [history, alerts, payments].map(({ totalSize }) => totalSize),
    shown: alerts.content.map(({ hidden }: { hidden: boolean }) => hidden),
    kinds: deliveries.map(({ kind, sequence }) => [kind, sequence]),
    stored: (await bench.itemsOf('payments', recipient)).length,
  }
}

/** Records of three recipients, interleaved: a donation each, another one of alice, which is refunded, and another one of bob. */
const openBatch = async () => {
  const [alice, bob, carol] = [
    await bench.manual(bench.someone()),
    await bench.manual(bench.someone()),
    await bench.manual(bench.someone()),
  ]
  const records: { keys: Readonly<Record<string, unknown>>; newImage: Readonly<Record<string, unknown>> }[] = []
  const report = async (gateway: typeof alice, type: string, gatewayId: string) => {
    const { body } = await bench.tell(gateway, type, { gatewayId })
    const items = await bench.itemsOf('payments', gateway.recipient)
    const newImage = items.find(({ id }) => id === body.paymentId) ?? {}
    records.push({ keys: { recipientId: gateway.recipient, id: body.paymentId }, newImage })
  }
  await report(alice, 'completed', '1')
  await report(alice, 'completed', '2')
  await report(bob, 'completed', '1')
  await report(alice, 'refunded', '2')
  await report(carol, 'completed', '1')
  await report(bob, 'completed', '2')
  const event = streamEvent(...records)
  const recipients = [alice, bob, carol].map(({ recipient }) => recipient)
  return { event, recipients, bob: bob.recipient, views: () => Promise.all(recipients.map(viewOf)) }
}

const totals = [
  [1, 1, 2],
  [2, 2, 2],
  [1, 1, 1],
]

test('a batch is delivered again from its first failing record on, and every payment appears once, in its order', async () => {
  const { event, bob, views } = await openBatch()

  const failures = await invoke(event, bob)
  const next = nextBatch(event, failures)
  const again = nextBatch(next, await invoke(next, bob))
  const meanwhile = await views()
  const last = await invoke(again)

  expect([failures.size, next.Records.length, again.Records.length, last.size]).toEqual([2, 4, 4, 0])
  expect(meanwhile.map((view) => view.totals)).toEqual([totals[0], [0, 0, 0], totals[2]])
  const after = await views()
  expect(after.map((view) => view.totals)).toEqual(totals)
  expect([after[0], after[2]]).toEqual([meanwhile[0], meanwhile[2]])
  const [first, second] = (await bench.view(bob)).alerts.content.toReversed()
  const payments = await bench.itemsOf('history', bob)
  const originOf = (alert: { historyItemId: string }) =>
    payments.find(({ id }) => id === alert.historyItemId)?.['originId']
  expect([originOf(first), originOf(second)]).toEqual(['1', '2'])
})

test('the halves of a batch that timed out, and the whole event again, change nothing that is there', async () => {
  const { event, views } = await openBatch()
  const half = event.Records.length / 2
  const halves = [event.Records.slice(0, half), event.Records.slice(half)]

  for (const Records of halves) expect(await invoke({ Records })).toEqual(new Set())
  const before = await views()
  for (const Records of [event.Records, ...halves, event.Records.toReversed()])
    expect(await invoke({ Records })).toEqual(new Set())

  expect(before.map((view) => view.totals)).toEqual(totals)
  expect(await views()).toEqual(before)
})
