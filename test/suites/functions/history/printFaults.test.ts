import { createHash } from 'node:crypto'
import { QueryCommand } from '@aws-sdk/client-dynamodb'
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, describe, expect, test } from 'vitest'
import { newJob } from '../../../../shared/mechanisms/jobs/job.ts'
import { newId } from '../../../../shared/runtime/ids.ts'
import type { Fault, FaultPlan } from '../../../local/runner/aws/faults.ts'
import type { AnswerRequest } from '../../../local/runner/aws/localServer.ts'
import { startFaultProxy } from '../../../local/runner/spec/aws/faultProxy.ts'
import { csvRecords } from '../../../support/csvRows.ts'
import { startLocalAws } from '../../../support/localAws.ts'
import { putMany } from '../../../support/manyItems.ts'
import { operationCaller } from '../../../support/operationCaller.ts'
import { oneOfEach, withSeed } from '../../../support/runs.ts'

/** Two parts: the smallest print that shows every step of one invocation. */
const large = { recipientId: 'alice', count: 800 }
/** Three pages, for as many invocations. */
const small = { recipientId: 'bob', count: 280 }
type Subject = typeof large

/** No slice ends because this machine is busy. */
const stopped = () => 0

/** Whether a proxy has a fault to play: only then do the pages of a history take the way through its sockets. */
let isDisturbed = false
const call = operationCaller()

const itemOf = (recipientId: string, index: number) => {
  const id = `00000000-0000-8000-8000-${String(index).padStart(12, '0')}`
  const timestamp = '2026-01-01T00:00:00Z'
  const listedAt = `2026-01-01T00:00:00.000000000Z#${id}`
  const message = `${index} ${'x'.repeat(8000)}`
  const labels = { system: 'Kick', event: 'payment', nickname: 'bob' }
  return { ...labels, recipientId, id, timestamp, message, deleted: false, listedAt }
}

/** Answers each page of a history as the first time: the engine reads the rest of a history for every page, and no test here changes one. */
const keepingPages = (answer: AnswerRequest): AnswerRequest => {
  const pages = new Map<string, ReturnType<AnswerRequest>>()
  return (request) => {
    const body = request.body.toString()
    const isPage = request.headers['x-amz-target']?.endsWith('.Query') && body.includes(aws.table('history'))
    if (!isPage) return answer(request)
    const page = pages.get(body) ?? answer(request)
    pages.set(body, page)
    return page
  }
}

const aws = await startLocalAws()
const keptPages = keepingPages(aws.engines.dynamodb)
const proxies = {
  dynamodb: await startFaultProxy({ target: aws.endpoints.dynamodb }),
  s3: await startFaultProxy({ target: aws.endpoints.s3 }),
}
aws.direct.set(new URL(proxies.dynamodb.endpoint).host, () => (isDisturbed ? undefined : keptPages))
process.env['AWS_ENDPOINT_URL_DYNAMODB'] = proxies.dynamodb.endpoint
process.env['AWS_ENDPOINT_URL_S3'] = proxies.s3.endpoint
const { handle } = await import('../../../../functions/workers/writePrint.ts')
const { documentClient, dynamoDbClient } = await import('../../../../shared/mechanisms/aws/documentClient.ts')
const { s3Client } = await import('../../../../shared/mechanisms/aws/s3Client.ts')
const { jobRepository } = await import('../../../../shared/mechanisms/jobs/jobRepository.ts')
const { fileStore } = await import('../../../../shared/mechanisms/jobs/fileStore.ts')
const { rowRepository } = await import('../../../../shared/areas/history/rowRepository.ts')
const ports: Parameters<typeof handle>[0] = {
  jobs: jobRepository(documentClient, { table: aws.table('prints'), sortKey: 'printId' }),
  rows: rowRepository(dynamoDbClient, aws.table('history')),
  store: fileStore(s3Client, aws.bucket('prints')),
  remaining: () => 300_000,
  clock: stopped,
}
for (const { recipientId, count } of [large, small]) {
  const items = Array.from({ length: count }, (_, index) => itemOf(recipientId, index))
  await putMany(aws.client, aws.table('history'), items)
}
afterAll(async () => {
  await Promise.all(Object.values(proxies).map((proxy) => proxy.stop()))
  await aws.stop()
})

const disturb = (service: keyof typeof proxies, rules: FaultPlan['rules']): void => {
  proxies[service].setFaults({ rules })
  isDisturbed = rules.length > 0
}

class Crash extends Error {}

const whens = ['before', 'after'] as const
type When = (typeof whens)[number]
type Call = (...given: never[]) => unknown

/** Ports whose nth call, of all that they are given together, crashes; `calls` tells which ones there were. */
const crashing = (nth: number, when: When, remaining: (typeof ports)['remaining']) => {
  const calls: string[] = []
  const crashingPort = <Port extends object>(name: string, port: Port): Port =>
    Object.fromEntries(
      Object.entries(port as Record<string, Call>).map(([method, original]) => [
        method,
        async (...given: never[]) => {
          calls.push(`${name}.${method}`)
          const crashes = calls.length === nth
          if (crashes && when === 'before') throw new Crash(`before ${name}.${method}`)
          const result = await original(...given)
          if (crashes) throw new Crash(`after ${name}.${method}`)
          return result
        },
      ]),
    ) as Port
  return {
    calls,
    ports: {
      jobs: crashingPort('jobs', ports.jobs),
      rows: crashingPort('rows', ports.rows),
      store: crashingPort('store', ports.store),
      remaining,
      clock: stopped,
    },
  }
}

/** A print that was asked for. */
interface Print extends Subject {
  readonly printId: string
}

const recordOf = ({ recipientId, printId }: Print) => ({
  eventName: 'INSERT' as const,
  keys: { recipientId, printId },
  newImage: undefined,
  oldImage: undefined,
  sequenceNumber: '1',
})
const keyOf = ({ recipientId, printId }: Print) => ({ TableName: aws.table('prints'), Key: { recipientId, printId } })
const jobOf = async (print: Print) => (await aws.client.send(new GetCommand(keyOf(print)))).Item
/** Lets the lease of a dead invocation run out without the wait. */
const endLease = (print: Print) =>
  aws.client.send(
    new UpdateCommand({
      ...keyOf(print),
      UpdateExpression: 'SET leaseUntil = :past',
      ExpressionAttributeValues: { ':past': 0 },
    }),
  )
const stateOf = async ({ recipientId, printId }: Print) =>
  (await call('getPrint', { recipient: recipientId, params: { printId } })).body

/** Delivers the record of a print until it is over, as its stream would; the number of deliveries. */
const deliverAll = async (print: Print, given: typeof ports): Promise<number> => {
  for (let deliveries = 1; deliveries <= 40; deliveries++) {
    await handle(given)(recordOf(print)).catch((error: unknown) => {
      if (!(error instanceof Crash)) throw error
    })
    const { status } = (await jobOf(print)) ?? {}
    if (status === 'ready' || status === 'failed') return deliveries
    if (status === 'running') await endLease(print)
  }
  throw new Error('the print comes to no end')
}

/** A queued job, put there past the operation: one recipient has many here at a time. */
const request = async (subject: Subject): Promise<Print> => {
  const job = newJob(subject.recipientId, { printId: newId(), systems: [], events: [] }, new Date())
  await putMany(aws.client, aws.table('prints'), [{ ...job }])
  return { ...subject, printId: job.printId }
}

const fileOf = async (print: Print): Promise<Buffer> => {
  const state = await stateOf(print)
  expect(state).toMatchObject({ status: 'ready', rows: print.count })
  const content = Buffer.from(await (await fetch(state.url)).arrayBuffer())
  expect(createHash('sha256').update(content).digest('hex')).toBe(state.sha256)
  expect(content.length).toBe(state.bytes)
  return content
}

/** Every row of the history, once and in order. */
const expectComplete = async (print: Print): Promise<Buffer> => {
  const content = await fileOf(print)
  expect(csvRecords(content).map(({ message = '' }) => Number.parseInt(message, 10))).toEqual(
    Array.from({ length: print.count }, (_, index) => index),
  )
  return content
}

const plenty = () => 300_000
const short = () => 10_000

describe.each([
  ['in one invocation', large, plenty],
  ['over many invocations', small, short],
])('a crash at any step, %s, loses and doubles nothing', (name, subject, remaining) => {
  test('before or after the step', async () => {
    const undisturbed = crashing(0, 'before', remaining)
    const whole = await request(subject)
    await deliverAll(whole, undisturbed.ports)
    const expected = await expectComplete(whole)
    const steps = undisturbed.calls.map((call, index) => ({
      call,
      nth: index + 1,
      isFirst: undisturbed.calls.indexOf(call) === index,
    }))
    // The first call of each kind, and one of its later ones.
    const alike = Map.groupBy(steps, ({ call, isFirst }) => `${call} ${isFirst}`)
    const ways = [...alike.values()].map((group) => group.flatMap(({ nth }) => whens.map((when) => ({ nth, when }))))
    const crashedAt = new Set<string>()

    for (const { nth, when } of oneOfEach(ways, name)) {
      const print = await request(subject)
      const disturbed = crashing(nth, when, remaining)
      await deliverAll(print, disturbed.ports)
      crashedAt.add(disturbed.calls[nth - 1] ?? '')
      expect((await fileOf(print)).equals(expected), withSeed(`${when} step ${nth}`)).toBe(true)
    }

    expect(crashedAt).toEqual(new Set(undisturbed.calls))
    expect(crashedAt.size).toBeGreaterThan(6)
  })
})

const faults: readonly Fault[] = ['ack-lost', 'reset-before', 'throttle', 'server-error']

test.each(['s3', 'dynamodb'] as const)('a fault of %s at any call does not interrupt a print', async (service) => {
  const whole = await request(small)
  await deliverAll(whole, ports)
  const expected = await expectComplete(whole)

  for (const { nth, fault } of oneOfEach(
    [1, 2, 3, 4].map((nth) => faults.map((fault) => ({ nth, fault }))),
    service,
  )) {
    const print = await request(small)
    disturb(service, [{ match: { service, nth }, fault, times: 1 }])
    const deliveries = await deliverAll(print, ports)
    disturb(service, [])

    expect(deliveries, withSeed(`${fault} at call ${nth}`)).toBe(1)
    expect((await fileOf(print)).equals(expected)).toBe(true)
  }
})

test('an upload that is gone is begun again', async () => {
  const print = await request(large)
  const { ports: dying } = crashing(7, 'after', plenty)
  await handle(dying)(recordOf(print)).catch(() => undefined)
  const progress = (await jobOf(print))?.['progress']
  await ports.store.abort(`prints/${print.recipientId}/${print.printId}.csv`, progress.uploadId)
  await endLease(print)

  await deliverAll(print, ports)

  await expectComplete(print)
})

test.each([
  ['gone', ({ remove }, key) => remove(key)],
  ['cut short', ({ carry }, key) => carry(key, Buffer.from('id'))],
] satisfies [string, (store: typeof ports.store, key: string) => Promise<void>][])(
  'a print is begun again when the bytes that an invocation has carried over are %s',
  async (_name, spoil) => {
    const print = await request(small)
    await handle({ ...ports, remaining: short })(recordOf(print))
    expect((await jobOf(print))?.['progress'].carried).toBeGreaterThan(1000)
    await spoil(ports.store, `prints/${print.recipientId}/${print.printId}.csv`)

    await deliverAll(print, ports)

    await expectComplete(print)
  },
)

test('a hash of another build is begun again', async () => {
  const print = await request(small)
  await handle({ ...ports, remaining: short })(recordOf(print))
  await aws.client.send(
    new UpdateCommand({
      ...keyOf(print),
      UpdateExpression: 'SET progress.#hash = :hash',
      ExpressionAttributeNames: { '#hash': 'hash' },
      ExpressionAttributeValues: { ':hash': new Uint8Array([1, 2, 3]) },
    }),
  )

  await deliverAll(print, ports)

  await expectComplete(print)
})

const inputsOf = async (after: string | undefined): Promise<unknown[]> => {
  const inputs: unknown[] = []
  const client = { send: async ({ input }: { input: unknown }) => inputs.push(input) && {} }
  const { rowRepository } = await import('../../../../shared/areas/history/rowRepository.ts')
  await rowRepository(client as never, 'history').page('alice', { systems: [], events: [] }, after)
  return inputs
}

test('the reads of a print have a limit, regression: the local engine reads all before it stops at a megabyte', async () => {
  expect(await inputsOf(undefined)).toMatchObject([{ Limit: 2500 }])
})

test('the reads of a print start at a key, regression: the local engine searched from the first item', async () => {
  const after = '2026-01-01T00:00:00.000000000Z#1'

  const inputs = await inputsOf(after)

  const listedAt = { S: after }
  expect(inputs).toMatchObject([{ ExclusiveStartKey: { listedAt }, ExpressionAttributeValues: { ':first': listedAt } }])
})

test('the pages of a print have the values that the SDK gives, binary ones as they are on the wire', async () => {
  const { dynamoDbClient } = await import('../../../../shared/mechanisms/aws/documentClient.ts')
  const { queryRaw } = await import('../../../../shared/mechanisms/store/queryRaw.ts')
  const item = { text: 'ü "x"', number: 1.5, list: ['a'], map: { none: null, yes: true }, labels: new Set(['b']) }
  await putMany(aws.client, aws.table('history'), [{ ...item, recipientId: 'carol', id: '1' }])
  const input = {
    TableName: aws.table('history'),
    KeyConditionExpression: 'recipientId = :recipientId',
    ExpressionAttributeValues: { ':recipientId': { S: 'carol' } },
  }

  const { Items } = await queryRaw(dynamoDbClient, input)

  expect(Items).toHaveLength(1)
  expect(Items).toEqual((await dynamoDbClient.send(new QueryCommand(input))).Items)
})

/** The nth of three pages without rows, and what happens when they are written. */
const pageOf = (number: number, write: () => void) => {
  const rows = {
    length: 0,
    [Symbol.iterator]: () => {
      write()
      return [].values()
    },
  }
  return { rows: rows as never, lastKey: number < 3 ? `page ${number}` : undefined }
}

test('a page of a print is read while the one before it is written', async () => {
  const print = await request(small)
  const steps: string[] = []
  const page = async (_recipientId: string, _job: unknown, after = 'page 0') => {
    const number = Number(after.slice(5)) + 1
    steps.push(`read ${number}`)
    return pageOf(number, () => steps.push(`write ${number}`))
  }

  await handle({ ...ports, rows: { page } })(recordOf(print))

  expect(steps).toEqual(['read 1', 'read 2', 'write 1', 'read 3', 'write 2', 'write 3'])
})

test('a page that fails behind one that failed is no second failure', async () => {
  const print = await request(small)
  const page = async (_recipientId: string, _job: unknown, after: string | undefined) => {
    if (after !== undefined) throw new Error('the second page')
    return pageOf(1, () => {
      throw new Error('the first page')
    })
  }

  const outcome = handle({ ...ports, rows: { page } })(recordOf(print))

  // An unhandled rejection would end the suite.
  await expect(outcome).rejects.toThrow('the first page')
})

test('two invocations never work on a print at the same time: the second waits, and finds it done', async () => {
  const print = await request(small)
  const first = crashing(0, 'before', plenty)
  const second = crashing(0, 'before', plenty)

  const running = handle(first.ports)(recordOf(print))
  while (!first.calls.includes('rows.page')) await new Promise((resolve) => setTimeout(resolve, 1))
  await Promise.all([running, handle(second.ports)(recordOf(print))])

  expect(second.calls).toEqual(['jobs.claim'])
  await expectComplete(print)
})

test('an invocation that was thought dead stops at its next change', async () => {
  const print = await request(small)
  let overtaken = false
  const slow = {
    ...ports,
    rows: {
      page: async (...given: Parameters<typeof ports.rows.page>) => {
        if (!overtaken) {
          overtaken = true
          await endLease(print)
          await handle(ports)(recordOf(print))
        }
        return ports.rows.page(...given)
      },
    },
  }

  await handle(slow)(recordOf(print))

  await expectComplete(print)
})
