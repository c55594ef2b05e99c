import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import { type TableName, tables } from '../../../shared/contract/resources.ts'
import type { TableDefinition } from '../../../shared/contract/tableDefinition.ts'

/** An item in DynamoDB's JSON. */
export type StoredItem = Readonly<Record<string, AttributeValue>>

/** Whether a list of the history has the item. */
export const isListed = ({ listedAt, deleted, test: isTest }: StoredItem): boolean =>
  listedAt?.S !== undefined && deleted?.BOOL !== true && isTest?.BOOL !== true

/** The facts about the items that are stored nowhere, or only sealed. */
export interface ItemFacts {
  readonly webhookSecret: string
  readonly gatewayId: string
  readonly accessToken: string
  readonly tokenId: string
  readonly oneTimeCode: string
  readonly refreshToken: string
  readonly overlayKey: string
  /** The panel had a key before it had sessions. */
  readonly panelKey?: string
  /** Whoever may act for the recipient, and an open invitation, of versions that have members. */
  readonly memberId?: string
  readonly invitation?: string
  readonly printId: string
  readonly exportId: string
}

/** All items that a release wrote, with the local key that sealed their secrets. */
export interface StoredItems {
  /** The release, or the commit of a version between two. */
  readonly release: string
  /** Epoch milliseconds. */
  readonly writtenAt: number
  /** The material of the local keys by their ids, as base64. */
  readonly keys: Readonly<Record<string, string>>
  readonly facts: ItemFacts
  readonly tables: Readonly<Record<TableName, readonly StoredItem[]>>
}

export const itemsFile = (release: string): string => fileURLToPath(new URL(`items-${release}.json`, import.meta.url))

/** The versions of which there are items. */
export const itemVersions: readonly string[] = readdirSync(import.meta.dirname).flatMap(
  (name) => /^items-(.+)\.json$/.exec(name)?.[1] ?? [],
)

/** Binary values as base64, which is DynamoDB's own JSON. */
export const itemsText = (items: StoredItems): string => {
  const encoded = (_name: string, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value
  const lines = Object.entries(items.tables).map(([name, stored]) => {
    const rows = stored.map((item) => `\n      ${JSON.stringify(item, encoded)}`)
    return `    ${JSON.stringify(name)}: [${rows.join(',')}${rows.length === 0 ? '' : '\n    '}]`
  })
  const { tables: _tables, ...head } = items
  return `${JSON.stringify(head, undefined, 2).slice(0, -2)},\n  "tables": {\n${lines.join(',\n')}\n  }\n}\n`
}

export const readItems = (release: string): StoredItems => {
  const decoded = (name: string, value: unknown) =>
    name === 'B' && typeof value === 'string' ? new Uint8Array(Buffer.from(value, 'base64')) : value
  return JSON.parse(readFileSync(itemsFile(release), 'utf8'), decoded) as StoredItems
}

const keyFolder = (dataFolder: string): string => join(dataFolder, 'kms')

/** Gives a local API that starts with this data folder the keys that have sealed the items. */
export const putKeys = (dataFolder: string, keys: StoredItems['keys']): void => {
  mkdirSync(keyFolder(dataFolder), { recursive: true })
  for (const [keyId, material] of Object.entries(keys))
    writeFileSync(join(keyFolder(dataFolder), `${keyId}.key`), Buffer.from(material, 'base64'))
}

export const keyMaterial = (dataFolder: string, keyId: string): string =>
  readFileSync(join(keyFolder(dataFolder), `${keyId}.key`)).toString('base64')

/** The times at which something stored ends, in epoch seconds or milliseconds. */
const ends: ReadonlySet<string> = new Set(['accessTokenExpiresAt', 'keptUntil', 'heldUntil'])

/** The items as they would be if they were written now: nothing has expired meanwhile, and no alert is a day old. */
export const youngItems = ({ tables: stored, writtenAt }: StoredItems, now: number): StoredItems['tables'] => {
  const passed = now - writtenAt
  const later = ({ S: instant = '' }: AttributeValue): AttributeValue => ({
    S: new Date(Date.parse(instant) + passed).toISOString(),
  })
  const agedOf = (name: string, timeToLive: string | undefined, value: AttributeValue): AttributeValue => {
    if (value.N === undefined || !(name === timeToLive || ends.has(name))) return value
    const isSeconds = Number(value.N) < 1e11
    return { N: String(Number(value.N) + (isSeconds ? Math.floor(passed / 1000) : passed)) }
  }
  return Object.fromEntries(
    Object.entries(stored).map(([name, items]) => {
      const { timeToLive }: TableDefinition = tables[name as TableName]
      const young = items.map((item) =>
        Object.fromEntries(
          Object.entries(item).map(([key, value]) => [
            key,
            name === 'alerts' && key === 'createdAt' ? later(value) : agedOf(key, timeToLive, value),
          ]),
        ),
      )
      return [name, young]
    }),
  ) as unknown as StoredItems['tables']
}
