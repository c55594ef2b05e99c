import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb'
import { type DynamoDbEngine, startDynamoDb } from '../../local/runner/engines/dynamodb.ts'
import { readDeployment } from '../../local/runner/template/readDeployment.ts'
import { installedPackages } from '../installedPackages.ts'
import { type Figure, type Measurement, skipped } from './figure.ts'
import { functionEnvironment } from './functionEnvironment.ts'
import { requestLoad } from './requestLoad.ts'
import { prepareApp, serveApp } from './servedApp.ts'
import { type Peer, startServerlessOffline } from './serverlessOffline.ts'
import { median, megabytes, milliseconds, times } from './statistics.ts'

/** Starts of each, and rounds of load that count, after one that does not. */
const starts = 3
const rounds = 7
const roundMilliseconds = 3000
const loads = [1, 16]
const path = '/items/a'

interface Round {
  readonly requestsPerSecond: number
  readonly p50: number
  /** Milliseconds of all processes but the engine's. */
  readonly processor: number
  readonly residentBytes: number
  readonly processes: number
}

interface Compared {
  readonly connections: number
  readonly ours: readonly Round[]
  readonly theirs: readonly Round[]
}

type Server = Pick<Peer, 'api' | 'use'> & { readonly token: string }

interface Contender {
  readonly name: string
  /** Changes the function's source. */
  edit(): void
  start(): Promise<Server & Pick<Peer, 'stop'>>
}

const putItem = async ({ endpoint, accessKeyId }: DynamoDbEngine): Promise<void> => {
  const client = new DynamoDBClient({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId, secretAccessKey: 'x' },
  })
  await client.send(
    new PutItemCommand({ TableName: 'peer-items', Item: { id: { S: 'a' }, text: { S: 'We are live!' } } }),
  )
  client.destroy()
}

/** Both with the same bundle on the same engine. */
const contenders = async (packages: string, engine: DynamoDbEngine): Promise<readonly [Contender, Contender]> => {
  const folder = await prepareApp()
  const { issuer, audience, token, stop } = await serveApp(folder, engine.endpoint)
  await putItem(engine)
  await stop()
  const [resource] = readDeployment(join(folder, 'cdk.out'), { issuer, audience }).functions
  if (resource === undefined) throw new Error('the app has no function')
  const environment = { ...functionEnvironment, AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint }
  const options = { packages, resource, method: 'GET', path: '/items/{id}', issuer, audience, environment }
  return [
    {
      name: 'serve-assembly',
      edit: () => appendFileSync(join(folder, 'read.ts'), `\nexport const at${Date.now()} = true\n`),
      start: () => serveApp(folder, engine.endpoint),
    },
    // Its bundle is a copy, so that each start is one after an edit.
    {
      name: 'serverless-offline',
      edit: () => {},
      start: async () => ({ ...(await startServerlessOffline(options)), token }),
    },
  ]
}

interface Start {
  readonly ready: number
  readonly first: number
}

/** Milliseconds until it is ready, and of its first request. */
const startOnce = async ({ start }: Contender): Promise<Start> => {
  const startedAt = performance.now()
  const { api, token, stop } = await start()
  const readyAt = performance.now()
  try {
    const { status } = await fetch(`${api}${path}`, { headers: { authorization: `Bearer ${token}` } })
    if (status !== 200) throw new Error(`the first answer was ${status}`)
    return { ready: readyAt - startedAt, first: performance.now() - readyAt }
  } finally {
    await stop()
  }
}

interface Starts {
  readonly name: string
  readonly unchanged: readonly Start[]
  readonly edited: readonly Start[]
}

const startsOf = async (each: readonly Contender[]): Promise<readonly Starts[]> => {
  const found = each.map(({ name }) => ({ name, unchanged: [] as Start[], edited: [] as Start[] }))
  for (let round = 0; round < starts; round++) {
    for (const [index, contender] of each.entries()) {
      found[index]?.unchanged.push(await startOnce(contender))
      contender.edit()
      found[index]?.edited.push(await startOnce(contender))
    }
  }
  return found
}

const play = async ({ api, use, token }: Server, connections: number): Promise<Round> => {
  const before = use()?.processorMilliseconds ?? Number.NaN
  const headers = { authorization: `Bearer ${token}` }
  const load = await requestLoad(`${api}${path}`, headers, { connections, milliseconds: roundMilliseconds })
  const { processorMilliseconds = Number.NaN, residentBytes = Number.NaN, processes = 0 } = use() ?? {}
  const processor = (processorMilliseconds - before) / load.requests
  return { requestsPerSecond: load.requestsPerSecond, p50: median(load.times), processor, residentBytes, processes }
}

/** The two take turns, so that whatever else the machine does disturbs both. */
const compare = async (ours: Server, theirs: Server, connections: number): Promise<Compared> => {
  const played: Record<'ours' | 'theirs', Round[]> = { ours: [], theirs: [] }
  for (let round = 0; round <= rounds; round++) {
    const both = [['ours', ours] as const, ['theirs', theirs] as const]
    for (const [name, server] of round % 2 === 0 ? both : both.toReversed()) {
      const result = await play(server, connections)
      if (round > 0) played[name].push(result)
    }
  }
  return { connections, ...played }
}

const medianOf = (played: readonly Round[], value: keyof Round): number => median(played.map((round) => round[value]))

const ratioOf = ({ ours, theirs }: Compared, value: keyof Round): number =>
  median(ours.map((round, index) => round[value] / (theirs[index]?.[value] ?? Number.NaN)))

const rowOf = (name: string, connections: number, played: readonly Round[]): readonly string[] => [
  name,
  String(connections),
  medianOf(played, 'requestsPerSecond').toFixed(0),
  milliseconds(medianOf(played, 'p50')),
  milliseconds(medianOf(played, 'processor')),
  megabytes(medianOf(played, 'residentBytes')),
  medianOf(played, 'processes').toFixed(0),
]

const startRow = ({ name, unchanged, edited }: Starts): string => {
  const of = (each: readonly Start[], value: keyof Start) => milliseconds(median(each.map((start) => start[value])))
  return `${name}: ready after ${of(unchanged, 'ready')} (after an edit ${of(edited, 'ready')}), first request ${of(unchanged, 'first')}`
}

const measurementOf = (compared: readonly Compared[], begun: readonly Starts[]): Measurement => {
  const found = compared.map((each) => ({
    connections: each.connections,
    requests: ratioOf(each, 'requestsPerSecond'),
    processor: ratioOf(each, 'processor'),
    memory: ratioOf(each, 'residentBytes'),
  }))
  return {
    measured: found
      .map(
        ({ connections, requests, processor, memory }) =>
          `at ${connections}: ${times(requests)} requests, ${times(processor)} processor time, ${times(memory)} memory`,
      )
      .join('; '),
    met: found.every(({ requests, processor, memory }) => requests >= 1 && processor <= 1 && memory <= 1),
    values: { compared: found, starts: begun },
    details: {
      columns: ['', 'connections', 'requests a second', 'p50', 'processor time a request', 'memory', 'processes'],
      rows: compared.flatMap(({ connections, ours, theirs }) => [
        rowOf('serve-assembly', connections, ours),
        rowOf('serverless-offline', connections, theirs),
      ]),
    },
    remarks: [
      ...begun.map(startRow),
      `medians of ${rounds} rounds in which the two take turns; memory (what processes of one share counted once) and processor time of all processes of each, the engine's left out. serve-assembly verifies the token and the call's signature, evaluates the role, holds the call to DynamoDB's limits and freezes the function; serverless-offline decodes the token`,
    ],
  }
}

const measure = async (packages: string): Promise<Measurement> => {
  const engine = await startDynamoDb({ dataFolder: 'memory' })
  try {
    const [ourOwn, other] = await contenders(packages, engine)
    const begun = await startsOf([ourOwn, other])
    const ours = await ourOwn.start()
    try {
      const theirs = await other.start()
      try {
        for (const { api, token } of [ours, theirs])
          await requestLoad(
            `${api}${path}`,
            { authorization: `Bearer ${token}` },
            { connections: 1, milliseconds: 1000 },
          )
        // Both end a function's process or worker after a minute: by then, what the start needed is gone.
        await sleep(75_000)
        const compared: Compared[] = []
        for (const connections of loads) compared.push(await compare(ours, theirs, connections))
        return measurementOf(compared, begun)
      } finally {
        await theirs.stop()
      }
    } finally {
      await ours.stop()
    }
  } finally {
    await engine.stop()
  }
}

export const peers: Figure = {
  name: 'peers',
  title: 'serve-assembly beside serverless-offline: a read of the same small app on the same engine',
  goal: '≥ 1.0 × the requests a second, ≤ 1.0 × the processor time and the memory, at 1 and at 16 connections',
  field: 'serverless-offline 13.9 with Serverless 3.40; version 14 needs a login',
  before: {
    on: '2026-11-24',
    found:
      '0.94 × and 0.75 × the requests a second, 1.25 × and 1.15 × the processor time, 1.23 × and 0.85 × the memory',
  },
  measure: async () => {
    let packages: string
    try {
      packages = installedPackages(join(import.meta.dirname, '../peers'))
    } catch {
      return skipped('serverless-offline could not be fetched')
    }
    return measure(packages)
  },
}
