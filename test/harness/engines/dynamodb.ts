import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { accessSync, constants, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'

/** A running DynamoDB-compatible engine. */
export interface DynamoDbEngine {
  /** `http://127.0.0.1:<port>`, without a trailing slash. */
  readonly endpoint: string
  /** Every direct caller uses this key: Amazon's DynamoDB Local keeps one database an access key. */
  readonly accessKeyId: string
  /** Where its data is: the folder, or the address of an engine that runs elsewhere. */
  readonly place: string
  stop(): Promise<void>
}

export interface DynamoDbOptions {
  /** Where the data lives between runs; `memory` starts empty and leaves nothing behind. */
  readonly dataFolder: string | 'memory'
  /** An engine that runs already, such as Amazon's DynamoDB Local. Default: the variable `DYNAMODB_ENDPOINT`. */
  readonly endpoint?: string | undefined
}

const stopGraceMilliseconds = 2_000
const portAttempts = 5

/**
 * A shell stands between, because it sees the end of its standard input however this process ends, kill -9 included: the engine
 * never outlives the harness. Its own process group keeps a Ctrl-C in the terminal from ending it before the functions.
 */
const guard =
  'exec 3<&0; "$0" "$@" & engine=$!; { cat <&3 >&2; kill "$engine"; } 2>/dev/null & exec 3<&-; wait "$engine"'

/**
 * Starts the embedded engine (dynoxide), or attaches to the one that `DYNAMODB_ENDPOINT` names.
 *
 * @throws Error with one line that says what to install or to set, when there is none
 */
export const startDynamoDb = async (options: DynamoDbOptions): Promise<DynamoDbEngine> => {
  const external = options.endpoint ?? process.env['DYNAMODB_ENDPOINT']
  if (external) return attach(external, options.dataFolder)
  const binary = engineBinary()
  for (let attempt = 1; ; attempt++) {
    const port = await freePort()
    const engine = await launch(binary, port, options.dataFolder)
    if (engine) return engine
    if (attempt === portAttempts) throw new Error('DynamoDB engine: no free port found on 127.0.0.1')
  }
}

/** The engine's own region: Amazon's DynamoDB Local keeps one database a region, whatever region the template is deployed to. */
const region = 'us-east-1'

/** Settings of an SDK client that talks to the engine directly, past the AWS endpoint and its permissions. */
export const dynamoDbClientConfig = (engine: Pick<DynamoDbEngine, 'endpoint' | 'accessKeyId'>) => {
  const credentials = { accessKeyId: engine.accessKeyId, secretAccessKey: 'local' }
  return { endpoint: engine.endpoint, region, credentials }
}

/**
 * Headers of a request that goes to the engine directly. Neither engine verifies signatures; both want a well-formed one, and
 * Amazon's picks the database by its access key.
 *
 * @param target `DynamoDB_20120810.GetItem`
 */
export const engineHeaders = (engine: Pick<DynamoDbEngine, 'accessKeyId'>, target: string): Record<string, string> => {
  const credential = `${engine.accessKeyId}/20260101/${region}/dynamodb/aws4_request`
  return {
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': target,
    'x-amz-date': '20260101T000000Z',
    authorization: `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=host;x-amz-date;x-amz-target, Signature=0`,
  }
}

const attach = async (endpoint: string, dataFolder: string): Promise<DynamoDbEngine> => {
  const address = endpoint.replace(/\/+$/, '')
  // DynamoDB Local allows letters and digits only, and a fresh key is a fresh database.
  const accessKeyId = dataFolder === 'memory' ? `memory${randomBytes(8).toString('hex')}` : 'local'
  const tables = await tableNames(address, accessKeyId)
  if (dataFolder === 'memory' && tables.length > 0) {
    throw new Error(
      `DYNAMODB_ENDPOINT: ${address} keeps one database for all, where a run in memory starts empty; start it without -sharedDb`,
    )
  }
  return { endpoint: address, accessKeyId, place: address, stop: async () => {} }
}

const tableNames = async (endpoint: string, accessKeyId: string): Promise<readonly string[]> => {
  const headers = engineHeaders({ accessKeyId }, 'DynamoDB_20120810.ListTables')
  const signal = AbortSignal.timeout(5_000)
  const answer = await fetch(endpoint, { method: 'POST', headers, body: '{}', signal }).catch((cause: unknown) => {
    throw new Error(`DYNAMODB_ENDPOINT: nothing answers at ${endpoint}`, { cause })
  })
  const { TableNames } = (await answer.json().catch(() => ({}))) as { TableNames?: readonly string[] }
  if (!TableNames) throw new Error(`DYNAMODB_ENDPOINT: what answers at ${endpoint} is no DynamoDB`)
  return TableNames
}

const engineBinary = (): string => {
  const platformPackage = `@dynoxide/${process.platform}-${process.arch}`
  try {
    return createRequire(import.meta.url).resolve(`${platformPackage}/dynoxide`)
  } catch {
    const onPath = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'dynoxide'))
    const found = onPath.find(isExecutable)
    if (found) return found
    throw new Error(
      `No DynamoDB engine for ${process.platform}-${process.arch}: install ${platformPackage} (npm) or put dynoxide on the PATH, ` +
        "or set DYNAMODB_ENDPOINT to a running engine such as Amazon's DynamoDB Local",
    )
  }
}

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Undefined when somebody else took the port in between. */
const launch = async (binary: string, port: number, dataFolder: string): Promise<DynamoDbEngine | undefined> => {
  const storage = dataFolder === 'memory' ? [] : ['--db-path', databaseFile(dataFolder)]
  const parameters = ['serve', '--host', '127.0.0.1', '--port', String(port), ...storage]
  const child = spawn('/bin/sh', ['-c', guard, binary, ...parameters], {
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  // An engine that died leaves a broken pipe; its exit is reported by `announced`.
  child.stdin.on('error', () => {})
  const outcome = await announced(child)
  if (outcome === 'listening') {
    const endpoint = `http://127.0.0.1:${port}`
    return { endpoint, accessKeyId: 'local', place: dataFolder, stop: () => stop(child) }
  }
  if (outcome.includes('already in use')) return undefined
  throw new Error(`DynamoDB engine ended at its start (${dataFolder}): ${outcome.trim() || 'no message'}`)
}

const databaseFile = (dataFolder: string): string => {
  mkdirSync(dataFolder, { recursive: true })
  return join(dataFolder, 'dynamodb.sqlite')
}

/** `listening`, or what the engine said before it ended. */
const announced = (child: ChildProcess): Promise<string> => {
  let said = ''
  return new Promise((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('listening on')) resolve('listening')
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.once('error', reject)
    child.once('exit', () => {
      child.stdin?.destroy()
      resolve(said)
    })
  })
}

const stop = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  const force = setTimeout(() => process.kill(-Number(child.pid), 'SIGKILL'), stopGraceMilliseconds)
  child.stdin?.end()
  await exited
  clearTimeout(force)
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string')
    throw new Error('DynamoDB engine: no free port found on 127.0.0.1')
  return address.port
}
