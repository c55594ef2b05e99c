import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { listAnnouncers } from '../../../shared/messenger/contract.ts'
import { startDynamoDb } from '../../harness/engines/dynamodb.ts'
import { readDeployment } from '../../harness/template/readDeployment.ts'
import { installedPackages } from '../installedPackages.ts'
import { type Figure, type Measurement, skipped } from './figure.ts'
import { functionEnvironment } from './functionEnvironment.ts'
import { projectCopy } from './projectCopy.ts'
import { requestLoad } from './requestLoad.ts'
import { type Peer, startServerlessOffline } from './serverlessOffline.ts'
import { type StartedApi, startApi } from './startedApi.ts'
import { median, megabytes, milliseconds, times } from './statistics.ts'

/** Rounds that count, after one that does not. */
const rounds = 7
const roundMilliseconds = 3000
const loads = [1, 16]
const items = 5

const { id, method, path } = listAnnouncers

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

type Server = Pick<Peer, 'api' | 'use'>

const addItems = async ({ api, token }: StartedApi): Promise<void> => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  for (let index = 0; index < items; index++) {
    const value = { text: `We are live, ${index}!`, accountId: 'main', chatId: -1001234567890 - index }
    const body = JSON.stringify({ ...value, trigger: 'STREAM_STARTED' })
    const { status } = await fetch(`${api}/messenger/commands/add-announcer`, { method: 'POST', headers, body })
    if (status >= 300) throw new Error(`add-announcer was answered ${status}`)
  }
}

const startPeer = async (packages: string, { issuer, audience }: StartedApi, dynamodb: string): Promise<Peer> => {
  const { functions } = readDeployment(join(await projectCopy(), 'cdk.out'), { issuer, audience })
  const resource = functions.find((candidate) => candidate.id === id)
  if (resource === undefined) throw new Error(`${id} is not deployed`)
  const environment = { ...functionEnvironment, AWS_ENDPOINT_URL_DYNAMODB: dynamodb }
  return startServerlessOffline({ packages, resource, method, path, issuer, audience, environment })
}

const play = async ({ api, use }: Server, token: string, connections: number): Promise<Round> => {
  const before = use()?.processorMilliseconds ?? Number.NaN
  const headers = { authorization: `Bearer ${token}` }
  const load = await requestLoad(`${api}${path}`, headers, { connections, milliseconds: roundMilliseconds })
  const { processorMilliseconds = Number.NaN, residentBytes = Number.NaN, processes = 0 } = use() ?? {}
  const processor = (processorMilliseconds - before) / load.requests
  return { requestsPerSecond: load.requestsPerSecond, p50: median(load.times), processor, residentBytes, processes }
}

/** The two take turns, so that whatever else the machine does disturbs both. */
const compare = async (ours: Server, theirs: Server, token: string, connections: number): Promise<Compared> => {
  const played: Record<'ours' | 'theirs', Round[]> = { ours: [], theirs: [] }
  for (let round = 0; round <= rounds; round++) {
    const turns = [['ours', ours] as const, ['theirs', theirs] as const]
    for (const [name, server] of round % 2 === 0 ? turns : turns.toReversed()) {
      const result = await play(server, token, connections)
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

const measurementOf = (compared: readonly Compared[]): Measurement => {
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
    met: found.every(({ requests, memory }) => requests >= 1 && memory <= 1),
    values: { compared: found },
    details: {
      columns: ['', 'connections', 'requests a second', 'p50', 'processor time a request', 'memory', 'processes'],
      rows: compared.flatMap(({ connections, ours, theirs }) => [
        rowOf('local API', connections, ours),
        rowOf('serverless-offline', connections, theirs),
      ]),
    },
    notes: [
      `medians of ${rounds} rounds in which the two take turns; memory and processor time of all processes of each, npm's included and the engine's left out. The local API verifies the token and the call's signature, evaluates the role, holds the call to DynamoDB's limits and freezes the function; serverless-offline decodes the token`,
    ],
  }
}

const measure = async (packages: string): Promise<Measurement> => {
  const engine = await startDynamoDb({ dataFolder: 'memory' })
  try {
    const ours = await startApi('--engine', engine.endpoint)
    try {
      await addItems(ours)
      const theirs = await startPeer(packages, ours, engine.endpoint)
      try {
        // Both end a function's process or worker after a minute: by then, what the start and the items needed is gone.
        await sleep(75_000)
        const compared: Compared[] = []
        for (const connections of loads) compared.push(await compare(ours, theirs, ours.token, connections))
        return measurementOf(compared)
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
  title: 'Local API beside serverless-offline: a read of the same bundle on the same engine',
  goal: '≥ 1.0 × the requests a second and ≤ 1.0 × the memory, at 1 and at 16 connections',
  field: 'serverless-offline 13.9 with Serverless 3.40; version 14 needs a login',
  before: { on: '2026-11-21', found: '0.90 × and 0.76 × the requests a second, 1,260 MB against 807 MB' },
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
