import { expect, test } from 'vitest'
import { openPaymentsBench } from '../../../support/paymentsBench.ts'
import { sharedByTests } from '../../../support/sharedByTests.ts'

const bench = await sharedByTests(openPaymentsBench())

const idsOf = ({ content }: { content: { gatewayId: string }[] }) => content.map(({ gatewayId }) => gatewayId)

/** A recipient with payments 1 to `count`, told in that order. */
const withPayments = async (count: number, typeOf: (number: number) => string = () => 'completed') => {
  const gateway = await bench.manual(bench.someone())
  for (let number = 1; number <= count; number++)
    await bench.tell(gateway, typeOf(number), { gatewayId: `${number}` }, { id: `event-${number}` })
  await bench.project()
  const list = async (query: Record<string, string> = {}) =>
    bench.call('listPayments', { recipient: gateway.recipient, query })
  return { ...gateway, list }
}

test('an empty list is a whole page', async () => {
  const { body } = await bench.call('listPayments', { recipient: bench.someone() })

  expect(body).toMatchObject({ content: [], empty: true, totalSize: 0, totalPages: 0, pageNumber: 0 })
})

test('pages are newest first, and by cursor and by offset the same', async () => {
  const { list } = await withPayments(25)
  const newestFirst = Array.from({ length: 25 }, (_, index) => `${25 - index}`)

  const pages = [
    await list({ size: '10' }),
    await list({ size: '10', page: '1' }),
    await list({ size: '10', page: '2' }),
  ]
  const seen: string[] = []
  let link: string | undefined = '</payments?size=10>'
  while (link !== undefined) {
    const { search } = new URL(link.slice(1, link.indexOf('>')), 'https://api.test')
    const answer = await list(Object.fromEntries(new URLSearchParams(search)))
    seen.push(...idsOf(answer.body))
    link = answer.headers['link']
  }

  expect(pages.flatMap(({ body }) => idsOf(body))).toEqual(newestFirst)
  expect(seen).toEqual(newestFirst)
  expect(pages[0]?.body).toMatchObject({ totalSize: 25, totalPages: 3, numberOfElements: 10 })
  expect(pages[2]?.body).toMatchObject({ totalSize: 25, numberOfElements: 5, offset: 20 })
  expect(idsOf((await list({ sort: 'timestamp,asc', size: '3' })).body)).toEqual(['1', '2', '3'])
})

test('a status is asked for, in either order, with an exact total', async () => {
  const { list } = await withPayments(9, (number) => ['completed', 'failed', 'refunded'][number % 3] ?? '')

  const answers = await Promise.all(
    ['completed', 'failed', 'refunded', 'disputed', 'inited'].map((status) => list({ status, size: '2' })),
  )

  expect(answers.map(({ body }) => [body.totalSize, idsOf(body)])).toEqual([
    [3, ['9', '6']],
    [3, ['7', '4']],
    [3, ['8', '5']],
    [0, []],
    [0, []],
  ])
  expect(idsOf((await list({ status: 'failed', sort: 'timestamp,asc' })).body)).toEqual(['1', '4', '7'])
  expect(await list({ status: 'paid' })).toMatchObject({ status: 400, body: { errors: [{ pointer: '/status' }] } })
})

test('the list of each status has the payments that have it, whatever was said of them before', async () => {
  const gateway = await bench.manual(bench.someone())
  const told = {
    untouched: ['completed'],
    open: ['completed', 'disputed one'],
    won: ['completed', 'disputed one', 'dispute.won one'],
    'half won': ['completed', 'disputed one', 'disputed two', 'dispute.won two'],
    'both won': ['completed', 'disputed one', 'disputed two', 'dispute.won two', 'dispute.won one'],
    'won before it was paid': ['disputed one', 'dispute.won one'],
    'failed and won': ['failed', 'disputed one', 'dispute.won one'],
    'failed and paid': ['failed', 'completed'],
    'failed and refunded': ['failed', 'refunded'],
    'won and refunded': ['completed', 'disputed one', 'dispute.won one', 'refunded'],
  }
  for (const [gatewayId, reports] of Object.entries(told))
    for (const report of reports) {
      const [type = '', disputeId] = report.split(' ')
      await bench.tell(gateway, type, { gatewayId, disputeId })
    }

  const listed = await Promise.all(
    ['completed', 'disputed', 'inited', 'failed', 'refunded'].map(async (status) => {
      const { body } = await bench.call('listPayments', { recipient: gateway.recipient, query: { status } })
      const shown = new Set(body.content.map((payment: { status: string }) => payment.status))
      return [...shown, ...idsOf(body).toSorted()]
    }),
  )

  expect(listed).toEqual([
    ['completed', 'both won', 'failed and paid', 'untouched', 'won'],
    ['disputed', 'half won', 'open'],
    ['inited', 'won before it was paid'],
    ['failed', 'failed and won'],
    ['refunded', 'failed and refunded', 'won and refunded'],
  ])
})

test.each([[{ sort: 'amount,asc' }], [{ test: 'false' }]])(
  'a list with %j has all real payments, newest first',
  async (query) => {
    const { list } = await withPayments(2)

    const { status, body } = await list(query)

    expect([status, body.totalSize, idsOf(body)]).toEqual([200, 2, ['2', '1']])
  },
)
