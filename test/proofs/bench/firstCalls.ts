import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { operations } from '../../../shared/operations.ts'
import { httpEvent, type TestRequest } from '../../support/httpEvent.ts'
import { defaultBundle, deployedBundles } from './bundles.ts'
import { functionEnvironment } from './functionEnvironment.ts'
import { runScript } from './runScript.ts'
import { shared } from './shared.ts'
import { temporaryFolder } from './temporaryFolder.ts'
import { tlsStore } from './tlsStore.ts'

/** A function's import and first call in a fresh process. */
export interface FirstCall {
  readonly statusCode: number
  readonly milliseconds: number
  readonly processorMilliseconds: number
  /** Bytes of resident memory after it. */
  readonly rss: number
}

/** The function that is built in every way. */
const compared = 'listAnnouncers'
/** Functions of several sizes beside it, as they are deployed: what they read and write, and how. */
const others = {
  addAnnouncer: { body: { text: 'We are live!', accountId: 'main', chatId: -1 } },
  listNews: {},
  listHistory: {},
} as const satisfies Readonly<Record<string, TestRequest>>

const rounds = 15

const bareHandler = `exports.handler = async () => ({ statusCode: 200, body: '[]' })`

/** Under a path as long as those of functions: memory of a process depends on whether its path has more than some 16 characters. */
export const bareFile = async (): Promise<string> => {
  const folder = join(await temporaryFolder(), 'functions', 'bareHandler')
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'index.cjs')
  writeFileSync(file, bareHandler)
  return file
}

interface Build {
  readonly file: string
  readonly event: string
}

const buildOf = (id: string, file: string, request: TestRequest = {}): Build => {
  const { method = 'GET', path = '/' } = operations.find((operation) => operation.id === id) ?? {}
  return { file, event: JSON.stringify(httpEvent(method, path, request)) }
}

/** `listAnnouncers` in every build, a handler that does nothing, and other functions as they are deployed. */
const builds = async () => {
  const { outputs } = await deployedBundles()
  const area = operations.find(({ id }) => id === compared)?.area ?? ''
  return {
    deployed: buildOf(compared, outputs[compared] ?? ''),
    defaultModule: buildOf(compared, await defaultBundle(area, compared, 'esm')),
    defaultCommonJs: buildOf(compared, await defaultBundle(area, compared, 'cjs')),
    bare: buildOf(compared, await bareFile()),
    addAnnouncer: buildOf('addAnnouncer', outputs['addAnnouncer'] ?? '', others.addAnnouncer),
    listNews: buildOf('listNews', outputs['listNews'] ?? '', others.listNews),
    listHistory: buildOf('listHistory', outputs['listHistory'] ?? '', others.listHistory),
  }
}

type Variant = keyof Awaited<ReturnType<typeof builds>>

const callOnce = async ({ file, event }: Build, environment: Readonly<Record<string, string>>): Promise<FirstCall> => {
  const script = join(import.meta.dirname, 'scripts/firstCall.cjs')
  const call = (await runScript([], script, [file, event], environment)) as FirstCall
  if (call.statusCode !== 200) throw new Error(`${file} answered ${call.statusCode}`)
  return call
}

/** First calls over TLS of each variant, in fresh processes, round by round so that all see the same machine. */
export const firstCalls = shared(async (): Promise<Readonly<Record<Variant, readonly FirstCall[]>>> => {
  const { endpoint, certificateFile } = await tlsStore()
  const environment = {
    ...functionEnvironment,
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    NODE_EXTRA_CA_CERTS: certificateFile,
  }
  const all = Object.entries(await builds()) as [Variant, Build][]
  const calls = Object.fromEntries(all.map(([variant]) => [variant, [] as FirstCall[]])) as Record<Variant, FirstCall[]>
  for (let round = 0; round < rounds; round++) {
    for (const [variant, build] of all) calls[variant].push(await callOnce(build, environment))
  }
  return calls
})
