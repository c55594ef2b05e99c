import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'

/**
 * AWS's own runtime client for Node, a part of Lambda's runtime. As a dependency it would add 95 packages and a native build to every
 * `npm ci`. Therefore npm fetches it once, and its digest has to be the known one.
 */
const client = {
  package: 'aws-lambda-ric@4.0.2',
  sha512: 'FE5Vskx7mYNnqAnWWJXUOsLp2VGgdsJsCoRLFTa8L4Yk0QVtArqR8q58yPA++QC1a73ZWJXBQ2AH31nIAv7NOQ==',
} as const

const folder = resolve(import.meta.dirname, '../../.local', client.package)

/** Replaces the native HTTP client by one with the same three calls. */
const preload = `
const { request } = require('node:http')
const [hostname, port] = process.env.AWS_LAMBDA_RUNTIME_API.split(':')
let sent = Promise.resolve()
const call = (method, path, body) => new Promise((resolve, reject) => {
  request({ hostname, port, method, path: '/2018-06-01/runtime/invocation/' + path }, (response) => {
    let bodyJson = ''
    response.setEncoding('utf8').on('data', (chunk) => { bodyJson += chunk }).on('end', () => resolve({ bodyJson, headers: response.headers }))
  }).on('error', reject).end(body)
})
const client = {
  initializeClient: () => {},
  next: async () => { await sent; return call('GET', 'next') },
  done: (id, body) => { sent = call('POST', id + '/response', body) },
  error: (id, body) => { sent = call('POST', id + '/error', body) },
}
require.extensions['.node'] = (module) => { module.exports = client }
`

/** The runtime client's file; undefined where it cannot be fetched. */
export const fetchRuntimeClient = (): string | undefined => {
  const file = join(folder, 'package/index.mjs')
  if (existsSync(file)) return file
  const unpacked = `${folder}.${process.pid}`
  mkdirSync(unpacked, { recursive: true })
  try {
    execFileSync('npm', ['pack', client.package, '--pack-destination', unpacked], { stdio: 'ignore' })
    const archive = join(unpacked, 'aws-lambda-ric-4.0.2.tgz')
    const digest = createHash('sha512').update(readFileSync(archive)).digest('base64')
    if (digest !== client.sha512) throw new Error(`${client.package} is not what it was: sha512-${digest}`)
    execFileSync('tar', ['-xzf', archive, '-C', unpacked, 'package/index.mjs', 'package/package.json'])
    writeFileSync(join(unpacked, 'package/rapid-client.node'), '')
    writeFileSync(join(unpacked, 'preload.cjs'), preload)
    rmSync(archive)
    renameSync(unpacked, folder)
    return file
  } catch (error) {
    rmSync(unpacked, { recursive: true, force: true })
    if (error instanceof Error && error.message.startsWith(client.package)) throw error
    return undefined
  }
}

export interface Outcome {
  readonly kind: 'response' | 'error' | 'initError'
  readonly body: unknown
}

/** Runs a function's folder under the client. Returns the outcome of each event in their order, or that of the start. */
export const runUnderClient = async (
  clientFile: string,
  code: { readonly folder: string; readonly variables: Readonly<Record<string, string>> },
  events: readonly unknown[],
): Promise<readonly Outcome[]> => {
  const outcomes: Outcome[] = []
  const finished = Promise.withResolvers<void>()
  const server = createServer(async (request, response) => {
    const [, kind] = /\/(next|response|error)$/.exec(request.url ?? '') ?? []
    if (kind === 'next') {
      const next = outcomes.length
      if (next >= events.length) return finished.resolve()
      const headers = {
        'lambda-runtime-aws-request-id': `request-${next}`,
        'lambda-runtime-deadline-ms': String(Date.now() + 10_000),
      }
      const traced = {
        ...headers,
        'lambda-runtime-invoked-function-arn': 'arn:aws:lambda:us-east-1:123456789012:function:x',
      }
      return response.writeHead(200, traced).end(JSON.stringify(events[next]))
    }
    const body: unknown = JSON.parse(await text(request))
    const isStart = request.url?.includes('/init/') === true
    outcomes.push({ kind: isStart ? 'initError' : kind === 'response' ? 'response' : 'error', body })
    response.writeHead(202).end()
    if (isStart) finished.resolve()
  }).listen(0, '127.0.0.1')
  await new Promise((listening) => server.once('listening', listening))
  const { port } = server.address() as AddressInfo
  const child = spawn(process.execPath, ['--require', join(folder, 'preload.cjs'), clientFile, 'index.handler'], {
    cwd: code.folder,
    stdio: 'ignore',
    env: {
      ...code.variables,
      AWS_LAMBDA_RUNTIME_API: `127.0.0.1:${port}`,
      AWS_LAMBDA_FUNCTION_NAME: 'x',
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '512',
      AWS_LAMBDA_LOG_GROUP_NAME: 'log',
      AWS_LAMBDA_LOG_STREAM_NAME: 'stream',
      AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
      LAMBDA_TASK_ROOT: code.folder,
      _HANDLER: 'index.handler',
    },
  })
  child.once('exit', () => finished.resolve())
  await finished.promise
  child.kill('SIGKILL')
  server.closeAllConnections()
  server.close()
  return outcomes
}
