import middy from '@middy/core'
import httpErrorHandler from '@middy/http-error-handler'
import httpHeaderNormalizer from '@middy/http-header-normalizer'
import httpJsonBodyParser from '@middy/http-json-body-parser'
import * as z from 'zod'
import { addAnnouncer } from '../../../shared/areas/messenger/contract.ts'
import { httpHandler } from '../../../shared/mechanisms/http/httpHandler.ts'
import type { Commits } from '../../../shared/mechanisms/http/idempotency.ts'
import { httpEvent } from '../../support/httpEvent.ts'
import type { Figure } from './figure.ts'
import { median, processorMicroseconds, times } from './statistics.ts'

const rounds = 240
const callsOfRound = 500

const announcer = {
  text: 'We are live!',
  accountId: 'main',
  chatId: -1001234567890,
  buttons: [{ text: 'Watch', url: 'https://example.com/' }],
}

/** What API Gateway hands over beside a client's own headers: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html */
const headers = {
  accept: 'application/json',
  'accept-encoding': 'gzip, deflate, br',
  'accept-language': 'en',
  authorization: `Bearer ${'x'.repeat(800)}`,
  'content-length': '142',
  'content-type': 'application/json',
  host: 'abcdefghij.execute-api.eu-central-1.amazonaws.com',
  'user-agent': 'node',
  'x-amzn-trace-id': 'Root=1-5e6722a7-cc56xmpl46db7ae02d4da47e',
  'x-forwarded-for': '205.255.255.176',
  'x-forwarded-port': '443',
  'x-forwarded-proto': 'https',
}

const context = { awsRequestId: 'request', getRemainingTimeInMillis: () => 10_000 }

/** A commit that takes effect nowhere, so that the wrapper alone is measured. */
const nowhere: Commits = () => ({
  run: (handle) => handle(),
  commit: async (_writes, answer) => answer,
  recorded: async () => undefined,
})

const ours = httpHandler(addAnnouncer, async (_request, commit) => commit([], {}), nowhere)

const Body = z.object({
  text: z.string().min(1).max(4096),
  accountId: z.string().min(1).max(64),
  chatId: z.int(),
  buttons: z
    .array(z.object({ text: z.string().min(1).max(64), url: z.url().max(2048) }))
    .max(100)
    .default([]),
  trigger: z.string().min(1).max(64).optional(),
})

/** What a team writes that takes middy with its three usual middlewares and zod. */
const usualWith = (rules: { readonly parse: (body: unknown) => unknown }) =>
  middy(async (event: { body: unknown }) => {
    rules.parse(event.body)
    return { statusCode: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify({}) }
  })
    .use(httpHeaderNormalizer())
    .use(httpJsonBodyParser())
    .use(httpErrorHandler({ logger: false }))

const usual = usualWith(Body)
/** The same with the rules of our operation, so that the wrappers alone differ. */
const usualWithOurRules = usualWith(addAnnouncer.body)

/** Microseconds of one call, for each way in one round. */
interface Round {
  readonly ours: number
  readonly usual: number
  readonly withOurRules: number
}

const microsecondsPerCall = async (call: (event: unknown) => Promise<unknown>): Promise<number> => {
  const events = Array.from({ length: callsOfRound }, () =>
    httpEvent('POST', addAnnouncer.path, { body: announcer, headers }),
  )
  const before = process.cpuUsage()
  for (const event of events) await call(event)
  return processorMicroseconds(before) / callsOfRound
}

const callOf = (pipeline: typeof usual) => (event: unknown) =>
  pipeline(event as never, context as never) as Promise<unknown>

/** Interleaved rounds; the log lines of ours are written to nowhere, and the rounds in which V8 still compiles are left out. */
const measureRounds = async (): Promise<readonly Round[]> => {
  const found: Round[] = []
  const { write } = process.stdout
  process.stdout.write = () => true
  try {
    for (let round = 0; round < rounds; round++)
      found.push({
        ours: await microsecondsPerCall((event) => ours(event, context)),
        usual: await microsecondsPerCall(callOf(usual)),
        withOurRules: await microsecondsPerCall(callOf(usualWithOurRules)),
      })
  } finally {
    process.stdout.write = write
  }
  return found.slice(rounds / 4)
}

const goal = 0.6

export const wrapper: Figure = {
  name: 'wrapper',
  title: 'The whole wrapper, warm, against middy with its three usual middlewares and zod',
  goal: '≤ 0.60 ×',
  field: '1.00 × (6.6 µs): middy with its normalizer, JSON parser and error handler, and zod',
  before: { on: '2026-11-21', found: '0.77 × to 0.81 ×' },
  measure: async () => {
    const found = await measureRounds()
    const ratio = median(found.map((round) => round.ours / round.usual))
    const sameRules = median(found.map((round) => round.ours / round.withOurRules))
    const [own, other] = [median(found.map((round) => round.ours)), median(found.map((round) => round.usual))]
    return {
      measured: `${times(ratio)} (${own.toFixed(2)} against ${other.toFixed(2)} µs of processor time), ${times(sameRules)} where both check our rules`,
      met: ratio <= goal,
      values: { ratio, sameRules, microseconds: { ours: own, usual: other } },
    }
  },
}
