import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { listen } from '../loopback.ts'
import { type Engine, findEngine } from './findEngine.ts'
import { indexStreamRecords } from './streamIndex.ts'

/** A running DynamoDB-compatible engine. */
export interface DynamoDbEngine {
  /** `http://127.0.0.1:<port>`, without a trailing slash. */
  readonly endpoint: string
  /** Every direct caller uses this key: Amazon's DynamoDB Local keeps one database an access key. */
  readonly accessKeyId: string
  /** The place of the engine's data for messages: the folder, or the address of an engine that runs elsewhere. */
  readonly place: string
  stop(): Promise<void>
}

export interface DynamoDbOptions {
  /** The folder that keeps the data between runs; `memory` starts empty and leaves nothing behind. */
  readonly dataFolder: string | 'memory'
  /** `dynoxide`, `java` or the URL of a running engine. Default: the variable `DYNAMODB_ENDPOINT`, or the installed engine. */
  readonly engine?: string | undefined
  /** The data folder of an engine that has stopped, whose data a `memory` of `dynoxide` starts with; others start empty. */
  readonly copyOf?: string
}

const stopGraceMilliseconds = 2_000
const portAttempts = 5

/**
 * The engine is started by a shell that sees the end of its standard input however this process ends, kill -9 included: the engine
 * never outlives the harness, and neither does a temporary folder. The shell has its own process group, so that Ctrl-C does not end the
 * engine before the functions.
 */
const guard =
  'exec 3<&0; "$0" "$@" & engine=$!; { cat <&3 >&2; kill "$engine"; } 2>/dev/null & exec 3<&-; { wait "$engine"; status=$?; } 2>/dev/null; rm -rf "$TEMPORARY_DATA"; exit $status'

/**
 * Starts an engine on this machine, or connects to a running one.
 *
 * @throws Error with instructions when no engine is found
 */
export const startDynamoDb = async ({ engine, dataFolder, copyOf }: DynamoDbOptions): Promise<DynamoDbEngine> => {
  const found = findEngine(engine)
  if (found.kind === 'url') return attach(found.url, dataFolder)
  for (let attempt = 1; ; attempt++) {
    const started = await launch(programOf(found, await freePort(), dataFolder, copyOf), dataFolder)
    if (started) return started
    if (attempt === portAttempts) throw new Error('DynamoDB engine: no free port found on 127.0.0.1')
  }
}

/** One fixed region for the engine, because Amazon's DynamoDB Local keeps a database for each region. */
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

const attach = async (address: string, dataFolder: string): Promise<DynamoDbEngine> => {
  // DynamoDB Local allows letters and digits only, and a fresh key is a fresh database.
  const accessKeyId = dataFolder === 'memory' ? `memory${randomBytes(8).toString('hex')}` : 'local'
  const tables = await tableNames(address, accessKeyId)
  if (dataFolder === 'memory' && tables.length > 0) {
    throw new Error(
      `The engine at ${address} keeps one database for all, where a run in memory starts empty; start it without -sharedDb`,
    )
  }
  return { endpoint: address, accessKeyId, place: address, stop: async () => {} }
}

const tableNames = async (endpoint: string, accessKeyId: string): Promise<readonly string[]> => {
  const headers = engineHeaders({ accessKeyId }, 'DynamoDB_20120810.ListTables')
  const signal = AbortSignal.timeout(5_000)
  const answer = await fetch(endpoint, { method: 'POST', headers, body: '{}', signal }).catch((cause: unknown) => {
    throw new Error(`No DynamoDB engine answers at ${endpoint}`, { cause })
  })
  const { TableNames } = (await answer.json().catch(() => ({}))) as { TableNames?: readonly string[] }
  if (!TableNames) throw new Error(`What answers at ${endpoint} is no DynamoDB`)
  return TableNames
}

interface Program {
  readonly command: readonly [string, ...string[]]
  readonly port: number
  /** Whether the engine accepts requests; `said` returns its output so far. */
  readonly listens: (said: () => string) => Promise<boolean>
  /** A folder that ends with the engine. */
  readonly temporaryFolder?: string
}

const programOf = (
  engine: Exclude<Engine, { kind: 'url' }>,
  port: number,
  dataFolder: string,
  copyOf: string | undefined,
): Program =>
  engine.kind === 'java' ? dynamoDbLocal(engine, port, dataFolder) : dynoxide(engine, port, dataFolder, copyOf)

/** The folder that Linux keeps in memory, where a commit waits for no disk; containers often have only 64 MB of it. */
const memoryFolder = '/dev/shm'
const roomBytes = 2 * 1024 ** 3

/** Where temporary data are; the name of a folder there begins with that of its process. */
const temporaryRoot = (): string => {
  if (!existsSync(memoryFolder)) return tmpdir()
  const { bavail, bsize } = statfsSync(memoryFolder)
  return bavail * bsize < roomBytes ? tmpdir() : memoryFolder
}

const databaseFile = 'dynamodb.sqlite'

/** What lives in memory for others is a temporary file here, since only a file can be given an index. It takes the same time. */
const dynoxide = (
  { binary }: { readonly binary: string },
  port: number,
  dataFolder: string,
  copyOf: string | undefined,
): Program => {
  const isTemporary = dataFolder === 'memory'
  const folder = isTemporary ? mkdtempSync(join(temporaryRoot(), `local-dynamodb-${process.pid}-`)) : made(dataFolder)
  const file = join(folder, databaseFile)
  if (isTemporary && copyOf !== undefined) copyFileSync(join(copyOf, databaseFile), file)
  return {
    command: [binary, 'serve', '--host', '127.0.0.1', '--port', String(port), '--db-path', file],
    port,
    listens: async (said) => {
      if (!said().includes('listening on')) return false
      indexStreamRecords(file)
      return true
    },
    ...(isTemporary && { temporaryFolder: folder }),
  }
}

const dynamoDbLocal = (
  { java, folder }: Extract<Engine, { kind: 'java' }>,
  port: number,
  dataFolder: string,
): Program => {
  const storage = dataFolder === 'memory' ? ['-inMemory'] : ['-dbPath', made(join(dataFolder, 'dynamodb-local'))]
  const jar = [`-Djava.library.path=${join(folder, 'DynamoDBLocal_lib')}`, '-jar', join(folder, 'DynamoDBLocal.jar')]
  return {
    command: [java, ...jar, '-port', String(port), '-disableTelemetry', ...storage],
    port,
    listens: () =>
      fetch(`http://127.0.0.1:${port}`).then(
        () => true,
        () => false,
      ),
  }
}

const made = (folder: string): string => {
  mkdirSync(folder, { recursive: true })
  return folder
}

/** Resolves with undefined when another process took the port in the meantime. */
const launch = async (program: Program, dataFolder: string): Promise<DynamoDbEngine | undefined> => {
  const { command, port, listens, temporaryFolder = '' } = program
  const env = { ...process.env, TEMPORARY_DATA: temporaryFolder }
  const child = spawn('/bin/sh', ['-c', guard, ...command], { detached: true, stdio: ['pipe', 'pipe', 'pipe'], env })
  // An engine that died leaves a broken pipe; its exit is reported by `announced`.
  child.stdin.on('error', () => {})
  const outcome = await announced(child, listens)
  if (outcome === 'listening') {
    const endpoint = `http://127.0.0.1:${port}`
    return { endpoint, accessKeyId: 'local', place: dataFolder, stop: () => stop(child, temporaryFolder) }
  }
  if (/already in use/i.test(outcome)) return undefined
  throw new Error(`DynamoDB engine ended at its start (${dataFolder}): ${outcome.trim() || 'no message'}`)
}

/** Milliseconds between two looks at whether the engine listens. */
const lookInterval = 20

/** Resolves with `listening`, or with the output of an engine that ended. */
const announced = async (child: ChildProcess, listens: Program['listens']): Promise<string> => {
  let said = ''
  let hasEnded = false
  const listen = (chunk: Buffer) => {
    said += chunk.toString()
  }
  child.stdout?.on('data', listen)
  child.stderr?.on('data', listen)
  const failed = once(child, 'exit').then(() => {
    hasEnded = true
    child.stdin?.destroy()
  })
  while (!hasEnded) {
    if (await listens(() => said)) return 'listening'
    await Promise.race([failed, delay(lookInterval)])
  }
  return said
}

const stop = async (child: ChildProcess, temporaryFolder: string): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  const force = setTimeout(() => process.kill(-Number(child.pid), 'SIGKILL'), stopGraceMilliseconds)
  child.stdin?.end()
  await exited
  clearTimeout(force)
  // A shell that had to be killed could not do it.
  rmSync(temporaryFolder, { recursive: true, force: true })
}

const freePort = async (): Promise<number> => {
  const server = createServer()
  const port = await listen(server)
  await once(server.close(), 'close')
  return port
}
