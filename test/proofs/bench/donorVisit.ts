import { gzipSync } from 'node:zlib'
import { openDonorPage } from '../../support/fixtures/donorFixtures.ts'
import type { Figure } from './figure.ts'
import { delay } from './operationTraces.ts'
import { dollarsOf } from './overlayHour.ts'
import { shared } from './shared.ts'
import { dollarsPerMillion } from './statistics.ts'
import { tracedApi } from './tracedApi.ts'

const goal = 20e-6

/** Questions for a payment that arrives within nine seconds: at once, and after 2, 3 and 4.5 seconds more. */
const questions = 4

/** The requests of a visit that ends with a donation: the page is loaded before the gateway's page and after it. */
const visited = [
  ['getDonationPage', 2],
  ['getDonorPage', 2],
  ['beginPayment', 1],
  ['getDonorPayment', questions],
] as const

/** What a visit of the donor's page costs, with the bytes that it loads. */
export const donorVisitPrice = shared(async () => {
  const api = await tracedApi()
  const recipient = 'donor-visit'
  const done = async (id: string, request: object) => (await api.call(id, { recipient, ...request })).body
  await openDonorPage({ done } as never)
  const params = { recipientId: recipient }
  const amount = { major: 5, minor: 0, currency: 'EUR' }
  const body = () => ({ requestId: crypto.randomUUID(), amount, nickname: 'Ada', message: 'Great stream!' })
  const { token } = await done('beginPayment', { params, body: body() })
  await done('getDonorPayment', { params: { token } })
  api.setFaults(delay)
  const requests = {
    getDonationPage: { params },
    getDonorPage: { params },
    beginPayment: { params, body: body() },
    getDonorPayment: { params: { token } },
  }
  const parts: { readonly id: string; readonly times: number; readonly dollars: number; readonly bytes: number }[] = []
  for (const [id, times] of visited) {
    const { trace, text } = await api.call(id, { recipient, ...requests[id] })
    const bytes = id === 'getDonationPage' ? gzipSync(text).length : Buffer.byteLength(text)
    parts.push({ id, times, dollars: dollarsOf([trace]), bytes })
  }
  api.setFaults({ rules: [] })
  const total = (of: (part: (typeof parts)[number]) => number) =>
    parts.reduce((sum, part) => sum + part.times * of(part), 0)
  return { parts, dollars: total(({ dollars }) => dollars), bytes: total(({ bytes }) => bytes) }
})

export const donorVisit: Figure = {
  name: 'donorVisit',
  title: 'A visit of the donor’s page that ends with a donation',
  goal: `≤ ${dollarsPerMillion(goal)} per million`,
  field: 'no price is published',
  before: { on: '2026-11-27', found: 'not counted; a page that stayed open asked each half minute without an end' },
  measure: async () => {
    const { parts, dollars, bytes } = await donorVisitPrice()
    return {
      measured: `${dollarsPerMillion(dollars)} per million, ${bytes} bytes`,
      met: dollars <= goal,
      values: { dollars, bytes },
      details: {
        columns: ['request', 'times', '$ per million', 'bytes'],
        rows: parts.map(({ id, times, dollars: each, bytes: size }) => [
          id,
          String(times),
          dollarsPerMillion(each),
          String(size),
        ]),
      },
      remarks: ['without the gateway’s own answer times'],
    }
  },
}
