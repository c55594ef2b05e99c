import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DynamoDbEngine, engineHeaders, startDynamoDb } from '../../harness/engines/dynamodb.ts'
import { type LocalStack, startLocalStack } from '../../support/localStack.ts'

/** Two deployments that share this machine and its DynamoDB engine, and nothing of the service. */
export interface StackPair {
  readonly flooded: LocalStack
  readonly beside: LocalStack
  /** Milliseconds in which the engine answers a read of one item. */
  readAnItem(): Promise<number>
}

/** The assembly under another stack's name, so that its tables have other names in the same engine. */
const renamed = (assemblyFolder: string, folder: string, stackName: string): string => {
  mkdirSync(folder)
  for (const name of readdirSync(assemblyFolder)) symlinkSync(join(assemblyFolder, name), join(folder, name))
  const file = join(folder, 'manifest.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  for (const artifact of Object.values<{ type: string; properties?: object }>(manifest.artifacts))
    if (artifact.type === 'aws:cloudformation:stack') artifact.properties = { ...artifact.properties, stackName }
  rmSync(file)
  writeFileSync(file, JSON.stringify(manifest))
  return folder
}

/** Looks for an item that is not there, in a table that no flood writes to. */
const readAnItemIn =
  (engine: DynamoDbEngine, { localApi }: LocalStack) =>
  async (): Promise<number> => {
    const { name, partitionKey } = localApi.deployment.tables.find(({ sortKey }) => sortKey === undefined) ?? {}
    const headers = engineHeaders(engine, 'DynamoDB_20120810.GetItem')
    const body = JSON.stringify({ TableName: name, Key: { [partitionKey ?? '']: { S: 'nobody' } } })
    const startedAt = performance.now()
    const answer = await fetch(engine.endpoint, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(`the engine answered ${answer.status} ${await answer.text()}`)
    await answer.arrayBuffer()
    return performance.now() - startedAt
  }

/** Runs `work` with two stacks, which end with it. */
export const withStackPair = async <Result>(work: (pair: StackPair) => Promise<Result>): Promise<Result> => {
  const folder = mkdtempSync(join(tmpdir(), 'fairness-'))
  const engine = await startDynamoDb({ dataFolder: 'memory' })
  const stacks: LocalStack[] = []
  const start = async (name: string, more: { readonly assemblyFolder?: string } = {}): Promise<LocalStack> => {
    const options = { engine: engine.endpoint, dataFolder: join(folder, name), ...more }
    const stack = await startLocalStack(() => undefined, { OPEN_CHATS: 'true' }, options)
    stacks.push(stack)
    return stack
  }
  try {
    const flooded = await start('flooded')
    const assemblyFolder = renamed(flooded.assemblyFolder, join(folder, 'assembly'), 'beside')
    const beside = await start('beside', { assemblyFolder })
    return await work({ flooded, beside, readAnItem: readAnItemIn(engine, beside) })
  } finally {
    for (const stack of stacks) await stack.stop()
    await engine.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
