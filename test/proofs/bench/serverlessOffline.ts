import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FunctionResource } from '../../local/runner/deployment.ts'
import { freePort } from '../freePort.ts'
import { temporaryFolder } from './temporaryFolder.ts'
import { type TreeUse, treeUse } from './treeUse.ts'

export interface PeerOptions {
  /** The folder with serverless and serverless-offline in its `node_modules`. */
  readonly packages: string
  readonly resource: FunctionResource
  readonly method: string
  readonly path: string
  readonly issuer: string
  readonly audience: string
  /** Variables besides those that the template gives the function. */
  readonly environment: Readonly<Record<string, string>>
}

export interface Peer {
  readonly api: string
  readonly use: () => TreeUse | undefined
  stop(): Promise<void>
}

const patience = 120_000

/** One function behind the same route with the same authorizer, whose token's signature serverless-offline does not verify. */
const serviceOf = ({ resource, method, path, issuer, audience, environment }: PeerOptions) => ({
  service: 'peer',
  provider: {
    name: 'aws',
    runtime: 'nodejs20.x',
    memorySize: resource.memoryMegabytes,
    timeout: resource.timeoutSeconds,
    environment: { ...environment, ...resource.environment },
    httpApi: {
      authorizers: {
        jwt: { type: 'jwt', identitySource: '$request.header.Authorization', issuerUrl: issuer, audience: [audience] },
      },
    },
  },
  plugins: ['serverless-offline'],
  functions: {
    read: { handler: 'index.handler', events: [{ httpApi: { method, path, authorizer: { name: 'jwt' } } }] },
  },
})

const answers = async (child: ChildProcess, api: string): Promise<void> => {
  for (const end = Date.now() + patience; Date.now() < end; await sleep(100)) {
    if (child.exitCode !== null) throw new Error(`serverless-offline ended with status ${child.exitCode}`)
    const answered = await fetch(api).then(
      () => true,
      () => false,
    )
    if (answered) return
  }
  throw new Error('serverless-offline does not answer')
}

/** Starts serverless-offline with one function's bundle, and its handlers in worker threads, as is its default. */
export const startServerlessOffline = async (service: PeerOptions): Promise<Peer> => {
  const folder = mkdtempSync(join(await temporaryFolder(), 'peer-'))
  cpSync(service.resource.codeFolder, folder, { recursive: true })
  symlinkSync(join(service.packages, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'serverless.json'), JSON.stringify(serviceOf(service)))
  const [port, lambdaPort] = [await freePort(), await freePort()]
  const program = join(folder, 'node_modules/serverless/bin/serverless.js')
  const ports = ['--host', '127.0.0.1', '--httpPort', String(port), '--lambdaPort', String(lambdaPort)]
  // Without this flag it has no authorizer at all.
  const options = ['--ignoreJWTSignature', '--noSponsor']
  const child = spawn(process.execPath, [program, 'offline', 'start', ...ports, ...options], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, SLS_TELEMETRY_DISABLED: '1', SLS_NOTIFICATIONS_MODE: 'off' },
  })
  // What it prints is read, as that of the local API is.
  for (const output of [child.stdout, child.stderr]) output.resume()
  const api = `http://127.0.0.1:${port}`
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  try {
    await answers(child, api)
  } catch (error) {
    await stop()
    throw error
  }
  return { api, use: () => treeUse(child.pid ?? 0), stop }
}
