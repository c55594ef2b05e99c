import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { bundleFunctions, defaultEntries } from '../../../infra/bundling/bundle.ts'
import { operations } from '../../../shared/operations.ts'
import { socketRoutes } from '../../../shared/sockets.ts'
import { workers } from '../../../shared/workers.ts'
import { fetchRuntimeClient, runUnderClient } from '../../support/awsRuntimeClient.ts'
import { between } from '../../support/expected.ts'
import { outgoingCalls } from '../../support/outgoingCalls.ts'
import { openRemoteServer, remoteServers } from '../../support/remoteServers.ts'
import { oneOf } from '../../support/runs.ts'
import { defaultTemplate } from './defaultTemplate.ts'
import { valueAt } from './template.ts'

const template = await defaultTemplate()
const clientFile = fetchRuntimeClient()
const isRequired = process.env['RUNTIME_CLIENT_REQUIRED'] === '1'

/** The template's environment: what only a deployment knows has a value of the same kind, and nothing answers at any address. */
const variablesOf = (id: string): Record<string, string> => {
  const [lambda] = template
    .all('AWS::Lambda::Function')
    .filter((resource) => new RegExp(`^${id}[0-9A-F]{8}$`).test(resource.id))
  const declared = Object.entries(Object(valueAt(lambda?.Properties['Environment'], 'Variables')))
  return {
    ...Object.fromEntries(
      declared.map(([name, value]) => [
        name,
        /_URL$|^ISSUER$/.test(name) ? 'http://127.0.0.1:1' : typeof value === 'string' ? value : 'deployed',
      ]),
    ),
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'AKIA',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_SESSION_TOKEN: 'session',
    AWS_ENDPOINT_URL: 'http://127.0.0.1:1',
  }
}

const folder = mkdtempSync(join(tmpdir(), 'runtime-client-'))
const chosen = oneOf(3, defaultEntries())
const bundle = await bundleFunctions({ entries: chosen, folder })
const caller = { id: 'outgoingCalls', file: resolve(import.meta.dirname, '../../support/outgoingCalls.ts') }
const callers = await bundleFunctions({ entries: [caller], folder: join(folder, 'callers') })
afterAll(() => rmSync(folder, { recursive: true }))

const httpEvent = { version: '2.0', rawPath: '/', rawQueryString: '', headers: {}, requestContext: { requestId: 'r' } }
const events = [httpEvent, { Records: [] }, {}]

test.runIf(isRequired)('the runtime client could be fetched', () => {
  expect(clientFile).toMatch(/\w/)
})

describe.runIf(clientFile !== undefined)('under AWS’s own runtime client', () => {
  const answering = new Set([...operations, ...socketRoutes].map(({ id }) => id))
  const streamed = new Set(workers.filter(({ source }) => 'stream' in source).map(({ id }) => id))

  test.concurrent.each(chosen.map(({ id }) => id))('%s starts, and answers three invocations', async (id) => {
    const code = { folder: dirname(bundle.outputs[id] ?? expect.fail(id)), variables: variablesOf(id) }

    const outcomes = await runUnderClient(clientFile ?? '', code, events)

    expect(outcomes).toHaveLength(events.length)
    expect(outcomes.filter(({ kind }) => kind === 'initError')).toEqual([])
    if (answering.has(id))
      for (const { body } of outcomes) expect(body).toMatchObject({ statusCode: between(200, 503) })
    if (streamed.has(id)) expect(outcomes[1]?.body).toEqual({ batchItemFailures: [] })
  })

  test.concurrent.each(Object.keys(outgoingCalls))(
    'the process of %s outlives every server, and answers for each',
    async (call) => {
      const opened = await Promise.all(remoteServers.map(openRemoteServer))
      const code = { folder: dirname(callers.outputs[caller.id] ?? expect.fail()), variables: {} }

      const outcomes = await runUnderClient(
        clientFile ?? '',
        code,
        opened.map(({ url, patienceMs }) => ({ call, url, patienceMs })),
      )

      for (const { close } of opened) close()
      expect(outcomes.map(({ kind }) => kind)).toEqual(remoteServers.map(() => 'response'))
      if (call === 'webhook')
        expect(outcomes.map(({ body }) => body)).toEqual(remoteServers.map(({ webhook }) => webhook))
      if (call === 'send')
        expect(outcomes.map(({ body }) => body)).toEqual(remoteServers.map(({ provider }) => provider))
    },
  )
})
