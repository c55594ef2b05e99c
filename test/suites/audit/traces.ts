import { readdirSync, readFileSync, statSync } from 'node:fs'
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

/** The content of all tables. */
export const storedText = async ({ store, localApi }: DeployedStack): Promise<string> => {
  const contents = localApi.deployment.tables.map(({ name }) =>
    Array.fromAsync(paginateScan({ client: store }, { TableName: name }), ({ Items }) =>
      JSON.stringify(Items, bytesAsText),
    ),
  )
  return (await Promise.all(contents)).flat().join('\n')
}

/** The files and folders of the assembly that belong to its stacks; assets of earlier syntheses lie beside them. */
const assemblyEntries = (folder: string): readonly string[] => {
  const names = readdirSync(folder).filter((name) => !name.startsWith('asset.'))
  const manifests = names.filter((name) => name.endsWith('.assets.json'))
  const assets = manifests.flatMap((name) => {
    const { files } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as AssetManifest
    return Object.values(files).map(({ source }) => source.path)
  })
  return [...new Set([...names, ...assets])]
}

interface AssetManifest {
  readonly files: Readonly<Record<string, { readonly source: { readonly path: string } }>>
}

const textOf = (path: string): string => {
  if (statSync(path).isFile()) return readFileSync(path, 'latin1')
  return readdirSync(path)
    .map((name) => textOf(join(path, name)))
    .join('\n')
}

/** Everything that the synthesis wrote. */
export const assemblyText = ({ assemblyFolder }: DeployedStack): string =>
  assemblyEntries(assemblyFolder)
    .map((name) => textOf(join(assemblyFolder, name)))
    .join('\n')
