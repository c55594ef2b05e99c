import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { bundleFunctions } from '../../../infra/bundling/bundle.ts'
import { projectFolder } from '../../../infra/bundling/functionEntries.ts'
import { functionEnvironment } from '../../proofs/bench/functionEnvironment.ts'
import { endShared } from '../../proofs/bench/shared.ts'
import { tlsStore } from '../../proofs/bench/tlsStore.ts'
import { httpEvent } from '../../support/httpEvent.ts'
import { testFolder } from './template.ts'

/** What a mention of a global loads behind it: milliseconds and megabytes of a cold start. */
const costly = [
  'internal/webstreams/readablestream',
  'internal/crypto/webcrypto',
  'perf_hooks',
  'internal/deps/undici/undici',
]

/** In a file, because `node -e` loads more by itself. */
const program = `
const [file, event] = process.argv.slice(2)
require(file).handler(JSON.parse(event)).then(({ statusCode }) => {
  console.error(JSON.stringify({ statusCode, loaded: process.moduleLoadList.map((name) => name.replace('NativeModule ', '')) }))
  process.exit()
})`

const operations = [
  { id: 'listAnnouncers', event: httpEvent('GET', '/messenger/announcers') },
  {
    id: 'addAnnouncer',
    event: httpEvent('POST', '/messenger/announcers', { body: { text: 'We are live!', accountId: 'main', chatId: 1 } }),
  },
]

afterAll(endShared)

/** Over TLS, as at AWS: for an address without it the SDK imports `node:http` as a module, and that loads all of them. */
test.each(operations)('the first call of $id loads nothing of Node that it can do without', async ({ id, event }) => {
  const entry = { id, file: resolve(projectFolder, `functions/messenger/${id}.ts`) }
  const folder = testFolder()
  const { outputs } = await bundleFunctions({ entries: [entry], folder })
  const script = join(folder, 'program.cjs')
  writeFileSync(script, program)
  const { endpoint, certificateFile } = await tlsStore()
  const env = {
    ...functionEnvironment,
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    NODE_EXTRA_CA_CERTS: certificateFile,
  }

  const call = [script, outputs[id] ?? '', JSON.stringify(event)]
  const { stderr } = await promisify(execFile)(process.execPath, call, { env })

  const { statusCode, loaded } = JSON.parse(stderr) as { statusCode: number; loaded: readonly string[] }
  expect(statusCode).toBe(200)
  expect(costly.filter((name) => loaded.includes(name))).toEqual([])
})
