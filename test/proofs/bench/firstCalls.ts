import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listAnnouncers } from '../../../shared/messenger/contract.ts'
import { httpEvent } from '../../support/httpEvent.ts'
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

const { area, id, method, path } = listAnnouncers
const rounds = 15

const bareHandler = `exports.handler = async () => ({ statusCode: 200, body: '[]' })`

const bareFile = async (): Promise<string> => {
  const file = join(await temporaryFolder(), 'bare.cjs')
  writeFileSync(file, bareHandler)
  return file
}

/** The same handler, `listAnnouncers`, in every build, and one that does nothing. */
const variantFiles = async () => ({
  deployed: (await deployedBundles()).outputs[id] ?? '',
  defaultModule: await defaultBundle(area, id, 'esm'),
  defaultCommonJs: await defaultBundle(area, id, 'cjs'),
  bare: await bareFile(),
})

type Variant = keyof Awaited<ReturnType<typeof variantFiles>>

const callOnce = async (file: string, environment: Readonly<Record<string, string>>): Promise<FirstCall> => {
  const event = JSON.stringify(httpEvent(method, path))
  const script = join(import.meta.dirname, 'scripts/firstCall.cjs')
  const call = (await runScript([], script, [file, event], environment)) as FirstCall
  if (call.statusCode !== 200) throw new Error(`${file} answered ${call.statusCode}`)
  return call
}

/** First calls over TLS of each variant, in fresh processes, round by round so that all see the same machine. */
export const firstCalls = shared(async (): Promise<Readonly<Record<Variant, readonly FirstCall[]>>> => {
  const { endpoint, certificateFile } = await tlsStore()
  const files = await variantFiles()
  const environment = {
    ...functionEnvironment,
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    NODE_EXTRA_CA_CERTS: certificateFile,
  }
  const calls: Record<Variant, FirstCall[]> = { deployed: [], defaultModule: [], defaultCommonJs: [], bare: [] }
  for (let round = 0; round < rounds; round++) {
    for (const [variant, file] of Object.entries(files) as [Variant, string][])
      calls[variant].push(await callOnce(file, environment))
  }
  return calls
})
