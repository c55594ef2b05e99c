import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { defaultEntries } from '../../../infra/bundling/bundle.ts'
import { processEnvironment } from '../../../infra/processEnvironment.ts'
import { connectionsUrlVariable } from '../../../shared/contract/environmentNames.ts'
import { operations } from '../../../shared/operations.ts'
import { socketRoutes } from '../../../shared/sockets.ts'
import { httpEvent } from '../../support/httpEvent.ts'
import { providerVariables } from '../../support/resourceVariables.ts'
import { defaultBundles, deployedBundles } from './bundles.ts'
import { functionEnvironment } from './functionEnvironment.ts'
import { roundsOf } from './rounds.ts'
import { runScript } from './runScript.ts'
import { shared } from './shared.ts'
import { temporaryFolder } from './temporaryFolder.ts'
import { tlsStore } from './tlsStore.ts'

/** A function's import and, where it answers, its first call, in a fresh process. */
export interface FirstCall {
  /** The status of its answer; for a worker `done`, and otherwise why there was none. */
  readonly outcome: number | string
  readonly milliseconds: number
  readonly processorMilliseconds: number
  /** Bytes of resident memory after it. */
  readonly rss: number
}

/** The rounds of a function, as it is deployed and by esbuild's defaults. */
export interface FunctionCalls {
  readonly id: string
  /** Whether it answers the event; otherwise it is only imported. */
  readonly isCalled: boolean
  readonly deployed: readonly FirstCall[]
  readonly usual: readonly FirstCall[]
}

const rounds = 5
const roundsOfBare = 15
const attempts = 3

const bareHandler = `exports.handler = async () => ({ statusCode: 200, body: '[]' })`

/** Under a path as long as those of functions: memory of a process depends on whether its path has more than some 16 characters. */
export const bareFile = async (): Promise<string> => {
  const folder = join(await temporaryFolder(), 'functions', 'bareHandler')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'index.cjs')
  writeFileSync(file, bareHandler)
  return file
}

/** An operation's first example, a message, or no records. */
const eventOf = (id: string): unknown => {
  const operation = operations.find((candidate) => candidate.id === id)
  if (operation !== undefined) return httpEvent(operation.method, operation.path, operation.examples?.[0])
  const route = socketRoutes.find((candidate) => candidate.id === id)
  if (route === undefined) return { Records: [] }
  return { requestContext: { routeKey: route.routeKey, connectionId: 'a=', requestId: 'r' }, body: '{"type":"ping"}' }
}

/** Everything that a function calls is the one server. */
const environmentOf = (endpoint: string, certificateFile: string): Readonly<Record<string, string>> => ({
  ...functionEnvironment,
  ...providerVariables(() => endpoint),
  [connectionsUrlVariable]: endpoint,
  AWS_ENDPOINT_URL: endpoint,
  NODE_EXTRA_CA_CERTS: certificateFile,
})

const start = async (
  file: string,
  event: unknown,
  environment: Readonly<Record<string, string>>,
): Promise<FirstCall> => {
  const script = join(import.meta.dirname, 'scripts/firstCall.cjs')
  const args = event === undefined ? [file] : [file, JSON.stringify(event)]
  return (await runScript([], script, args, environment)) as FirstCall
}

/** The same start with the outcome that it had before; on a busy machine a call may time out. */
const startAlike = async (outcome: FirstCall['outcome'], ...given: Parameters<typeof start>): Promise<FirstCall> => {
  for (let attempt = 1; ; attempt++) {
    const call = await start(...given)
    if (call.outcome === outcome || attempt === attempts) return call
  }
}

const hasAnswered = ({ outcome }: FirstCall): boolean =>
  outcome === 'done' || (typeof outcome === 'number' && outcome < 500)

const callsOf = async (
  id: string,
  files: { readonly deployed: string; readonly usual: string },
  environment: Readonly<Record<string, string>>,
): Promise<FunctionCalls> => {
  const ofDeployed = { ...environment, ...processEnvironment }
  const first = await start(files.deployed, eventOf(id), ofDeployed)
  const isCalled = hasAnswered(first)
  const event = isCalled ? eventOf(id) : undefined
  const outcome = isCalled ? first.outcome : 'imported'
  const deployed: FirstCall[] = []
  const usual: FirstCall[] = []
  for (let round = 0; round < roundsOf(rounds); round++) {
    deployed.push(await startAlike(outcome, files.deployed, event, ofDeployed))
    usual.push(await startAlike(outcome, files.usual, event, environment))
  }
  const outcomes = new Set([...deployed, ...usual].map(({ outcome }) => outcome))
  if (outcomes.size > 1) throw new Error(`${id} answered differently: ${[...outcomes].join(', ')}`)
  return { id, isCalled, deployed, usual }
}

export interface FirstCalls {
  /** A handler that does nothing. */
  readonly bare: readonly FirstCall[]
  readonly functions: readonly FunctionCalls[]
}

/** First calls over TLS of every function, in fresh processes, the two builds in turn so that both see the same machine. */
export const firstCalls = shared(async (): Promise<FirstCalls> => {
  const { endpoint, certificateFile } = await tlsStore()
  const environment = environmentOf(endpoint, certificateFile)
  const { outputs } = await deployedBundles()
  const defaults = await defaultBundles()
  const bare: FirstCall[] = []
  const file = await bareFile()
  for (let round = 0; round < roundsOf(roundsOfBare); round++) bare.push(await start(file, {}, environment))
  const functions: FunctionCalls[] = []
  for (const { id } of defaultEntries())
    functions.push(await callsOf(id, { deployed: outputs[id] ?? '', usual: defaults[id] ?? '' }, environment))
  return { bare, functions }
})
