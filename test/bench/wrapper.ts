import middy from '@middy/core'
import httpErrorHandler from '@middy/http-error-handler'
import httpHeaderNormalizer from '@middy/http-header-normalizer'
import httpJsonBodyParser from '@middy/http-json-body-parser'
import * as z from 'zod'
import type { Commits } from '../../shared/http/idempotency.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { addAnnouncer } from '../../shared/messenger/contract.ts'
import { httpEvent } from '../support/httpEvent.ts'

const rounds = 40
const callsOfRound = 2000

const announcer = {
  text: 'We are live!',
  accountId: 'main',
  chatId: -1001234567890,
  buttons: [{ text: 'Watch', url: 'https://example.com/' }],
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
  buttons: z.array(z.object({ text: z.string().min(1).max(64), url: z.url().max(2048) })).max(100).default([]),
  trigger: z.string().min(1).max(64).optional(),
})

/** What a team writes that takes middy with its three usual middlewares and zod. */
const usual = middy(async (event: { body: unknown }) => {
  Body.parse(event.body)
  return { statusCode: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify({}) }
})
  .use(httpHeaderNormalizer())
  .use(httpJsonBodyParser())
  .use(httpErrorHandler({ logger: false }))

const median = (values: readonly number[]): number => values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN

const microsecondsPerCall = async (call: (event: unknown) => Promise<unknown>): Promise<number> => {
  const events = Array.from({ length: callsOfRound }, () => httpEvent('POST', addAnnouncer.path, { body: announcer }))
  const before = process.cpuUsage()
  for (const event of events) await call(event)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / callsOfRound
}

/** Processor microseconds (which a busy machine does not stretch) of a warm call of the whole wrapper, of middy as usual, and their ratio pair by pair; medians of interleaved rounds. */
export const measureWrapper = async (): Promise<{ ours: number; usual: number; ratio: number }> => {
  const write = process.stdout.write
  process.stdout.write = () => true
  const pairs: { ours: number; usual: number }[] = []
  try {
    for (let round = 0; round < rounds; round++) {
      const first = await microsecondsPerCall((event) => ours(event, context))
      const second = await microsecondsPerCall((event) => usual(event as never, context as never) as Promise<unknown>)
      if (round >= rounds / 4) pairs.push({ ours: first, usual: second })
    }
  } finally {
    process.stdout.write = write
  }
  return {
    ours: median(pairs.map((pair) => pair.ours)),
    usual: median(pairs.map((pair) => pair.usual)),
    ratio: median(pairs.map((pair) => pair.ours / pair.usual)),
  }
}
