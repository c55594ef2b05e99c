import * as z from 'zod/mini'
import { operation } from '../../contract/operation.ts'
import { RecipientSegment } from '../../contract/recipientSegment.ts'
import { arrayOf, FreeObject, Identifier, text, UrlAnswer, url } from '../../contract/values.ts'
import { violates } from '../../contract/violations.ts'
import { pageHeaders as documentHeaders, pageLanguage } from '../../contract/webPage.ts'
import { pageHeaders } from '../../mechanisms/page/contract.ts'
import { Money, MoneyAnswer } from '../../runtime/money/money.ts'
import { GoalAnswer } from '../goals/goalContract.ts'
import { mostGoals } from '../goals/goalLimits.ts'
import { longestMetadata } from './checkout.ts'

/** Bytes that the actions of an answer take at most: without a token no answer has more than 60 KB. */
export const mostActionBytes = 30_000

const DonorAction = z.object({
  id: z.string(),
  name: z.string(),
  category: z.string(),
  game: z.string(),
  price: MoneyAnswer,
  parameters: z.array(z.object({ name: z.string(), displayName: z.string(), type: z.string() })),
})

const actionExample = {
  id: '6b1e0a52-51a8-8c6e-9d0e-6a8a6c7f5e11',
  name: 'Spawn a creeper',
  category: 'mobs',
  game: 'minecraft',
  price: { major: 5, minor: 0, currency: 'EUR' },
  parameters: [{ name: 'where', displayName: 'Where', type: 'string' }],
}

export const getDonorPage = operation({
  id: 'getDonorPage',
  area: 'donors',
  method: 'GET',
  path: '/donors/{recipientId}',
  summary: 'The data of a recipient for a donor page',
  description:
    'For pages on which donors give. It is public once the configuration record `paymentpage` has `value.donorPage` with `enabled: true`, and 404 before. `least` has one amount for each accepted currency. `actions` are those for sale, at most 200 and 30 KB of them; where there are more, `next` links of the header `Link` lead to answers that are the same otherwise. An action that has more than 30 KB is left out. `gateway` is the one at which a payment is begun, null while none is ready: the enabled credential of the type `fiat`, of Stripe, YooKassa or PayPal, with its `token`. `agreement` is the gateway whose legal offer `change-agreement` chose, and `terms` the address of the terms of whoever takes the money. Anybody may keep the answer as long as its `Cache-Control` says.',
  auth: 'none',
  params: { recipientId: RecipientSegment },
  query: z.object({
    after: z.optional(Identifier.check(z.meta({ description: 'the id of an action: those behind it are answered' }))),
  }),
  success: {
    body: z.object({
      recipientId: z.string().check(z.maxLength(255)),
      name: z.string().check(z.maxLength(64)),
      picture: z.nullable(UrlAnswer),
      channel: z.nullable(UrlAnswer),
      terms: z.nullable(UrlAnswer),
      least: arrayOf(MoneyAnswer, 10),
      goals: arrayOf(GoalAnswer, mostGoals),
      actions: z.array(DonorAction).check(z.meta({ 'x-max-bytes': mostActionBytes })),
      gateway: z.nullable(z.string()),
      agreement: z.nullable(z.string()),
    }),
    headers: { 'cache-control': z.string(), ...pageHeaders },
  },
  problems: ['not_found'],
  access: { configs: ['GetItem'], actions: ['Query'], gateways: ['Query'], recipients: ['GetItem'] },
  providers: ['stripe', 'yookassa', 'paypal'],
  examples: [
    {
      name: 'a streamer who takes euros',
      params: { recipientId: 'alice' },
      answer: {
        recipientId: 'alice',
        name: 'Alice',
        picture: null,
        channel: 'https://www.twitch.tv/alice',
        terms: null,
        least: [{ minor: 0, major: 1, currency: 'EUR' }],
        goals: [],
        actions: [actionExample],
        gateway: 'stripe',
        agreement: 'stripe',
      },
    },
  ],
})

/** The most that the gateways take: eight digits before the point. More would be their failure, and an alarm's. */
const mostMajor = 99_999_999

/** An amount that a stranger names. */
const DonorMoney = Money.check(
  z.refine(({ major }) => major <= mostMajor, {
    path: ['major'],
    error: `Too big: expected at most ${mostMajor}`,
    ...violates('too_large', { maximum: mostMajor }),
  }),
)

const checkoutProblems = [
  'not_found',
  'rate_limited',
  'provider_not_configured',
  'provider_bad_answer',
  'provider_unavailable',
  'provider_timeout',
] as const

export const beginPayment = operation({
  id: 'beginPayment',
  area: 'donors',
  method: 'POST',
  path: '/donors/{recipientId}/payments',
  takesMoney: true,
  summary: 'Begin a donation at the payment gateway of a recipient',
  description:
    'Makes a Checkout session of Stripe, a payment of YooKassa or an order of PayPal, and answers the page on which the donor pays. The gateway sends the donor back to the address that the recipient has configured. The amount has to reach the least one of its currency and the prices of the chosen actions, and has at most eight digits before the point. A payment that the gateway refuses for what it holds is 400. A repetition with the same `requestId` and the same content is the same payment, as long as the gateway remembers the request. The donation appears when the gateway reports it, as any other. Rates: of a recipient, and of an IP address with a recipient.',
  auth: 'none',
  params: { recipientId: RecipientSegment },
  body: z.object({
    /** Chosen by the page for each donation. */
    requestId: text(8, 64),
    amount: DonorMoney,
    nickname: z.optional(text(0, 64)),
    message: z.optional(text(0, longestMetadata)),
    goal: z.optional(text(0, 128)),
    attachments: z._default(arrayOf(url('http', 'https'), 5), []),
    actions: z._default(arrayOf(z.object({ actionId: Identifier, parameters: z._default(FreeObject, {}) }), 20), []),
  }),
  success: {
    body: z.object({
      /** For `GET /donors/payments/{token}`; the page keeps it. */
      token: z.string(),
      url: z.string(),
    }),
  },
  problems: checkoutProblems,
  access: {
    configs: ['GetItem'],
    gateways: ['Query', 'UpdateItem'],
    actions: ['BatchGetItem'],
    payments: ['PutItem'],
    rates: ['UpdateItem', 'GetItem'],
    'key:secrets.gateways': ['Decrypt'],
    'key:cursors': ['GenerateMac'],
  },
  providers: ['stripe', 'yookassa', 'paypal'],
  asks: { called: 'the payment gateway', rates: ['donorPayments', 'donorAddresses', 'donorReserve'] },
})

export const getDonorPayment = operation({
  id: 'getDonorPayment',
  area: 'donors',
  method: 'GET',
  path: '/donors/payments/{token}',
  summary: 'The state of a donation',
  description:
    'A payment of PayPal that its donor has approved is taken by the question, or by its webhook before. `open`: not paid yet; `expired`: it can no longer be paid; `paid`: the gateway has the money, and its report is on the way; then `completed`, or `refunded`, `disputed` or `failed`. `paymentId` is the donor’s receipt number, by which the recipient traces the donation; null until the gateway has taken it. The answer does not name the donor.',
  auth: 'none',
  params: { token: text(1, 1024) },
  success: {
    body: z.object({
      state: z.enum(['open', 'expired', 'paid', 'completed', 'failed', 'refunded', 'disputed']),
      amount: MoneyAnswer,
      /** By which the recipient finds the donation. */
      paymentId: z.nullable(z.string()),
    }),
  },
  problems: checkoutProblems,
  access: {
    gateways: ['GetItem', 'UpdateItem'],
    payments: ['GetItem'],
    rates: ['UpdateItem', 'GetItem'],
    'key:secrets.gateways': ['Decrypt'],
    'key:cursors': ['GenerateMac'],
  },
  providers: ['stripe', 'yookassa', 'paypal'],
  asks: {
    called: 'the payment gateway',
    secret: 'the token of a begun payment',
    rates: ['donorChecks', 'donorCheckAddresses', 'donorCheckReserve'],
  },
})

export const getDonationPage = operation({
  id: 'getDonationPage',
  area: 'donors',
  method: 'GET',
  path: '/donate/{recipientId}',
  summary: 'The page on which a donor gives',
  description:
    'It needs no account and stores no cookie. It shows the answer of `GET /donors/{recipientId}`, except the picture, whose host would learn of the donor, and goals in currencies that are not accepted, and leads to the gateway and back. `faceUpload` of a `DonorPage` is an uploaded picture of at most 20,000 bytes, which the page has in itself; a larger one is not shown. The page takes at most 12 KB on the wire without it, and 33 KB with it. It uses the language of the query, or else of the browser. A deployment with the setting `donationPage=false` has no such page.',
  auth: 'none',
  params: { recipientId: RecipientSegment },
  ...pageLanguage,
  success: documentHeaders,
  problems: ['not_acceptable'],
  access: { configs: ['GetItem'], 'bucket:uploads': ['GetObject'] },
})
