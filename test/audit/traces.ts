import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { paginateScan } from '@aws-sdk/lib-dynamodb'
import type { DeployedStack } from './deployedStack.ts'

/** A secret in every form that it could leak in. */
export const formsOf = (secret: string): readonly string[] => {
  const bytes = Buffer.from(secret)
  const forms = [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]
  return [...new Set([...forms, bytes.toString('base64'), bytes.toString('base64url'), bytes.toString('hex')])]
}

const bytesAsText = (_key: string, value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value

/** Everything that stands in the tables. */
export const storedText = async ({ store, localApi }: DeployedStack): Promise<string> => {
  const contents = localApi.deployment.tables.map(({ name }) =>
    Array.fromAsync(paginateScan({ client: store }, { TableName: name }), ({ Items }) =>
      JSON.stringify(Items, bytesAsText),
    ),
  )
  return (await Promise.all(contents)).flat().join('\n')
}

/** Everything that the synthesis wrote. */
export const assemblyText = ({ assemblyFolder }: DeployedStack): string =>
  readdirSync(assemblyFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n')
