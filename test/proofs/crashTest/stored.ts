import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb'
import { dynamoDbClientConfig } from '../../local/runner/engines/dynamodb.ts'
import { readDeployment } from '../../local/runner/template/readDeployment.ts'
import { putMany } from '../../support/manyItems.ts'
import { seededItem } from '../../support/seededHistory.ts'
import type { Workplace } from './workplace.ts'

type Item = Readonly<Record<string, unknown>>

/** What is stored, past the API. */
export interface Stored {
  /** Gives a recipient a history of that many items; answers their nicknames, oldest first. */
  seedHistory(recipient: string, count: number): Promise<readonly string[]>
  /** Every print job there is. */
  printJobs(): Promise<readonly Item[]>
  close(): void
}

const lanes = 4

const message = 'A message as long as donors write them, with a quote: "hello", and a comma. '.repeat(12)

/** Opens the tables of the API whose engine is at the address. */
export const openStored = ({ assemblyFolder }: Workplace, endpoint: string): Stored => {
  const { tables } = readDeployment(assemblyFolder, { issuer: 'http://127.0.0.1', audience: 'local' })
  const client = DynamoDBDocumentClient.from(
    new DynamoDBClient(dynamoDbClientConfig({ endpoint, accessKeyId: 'local' })),
    { marshallOptions: { removeUndefinedValues: true } },
  )
  const tableOf = (name: string): string => {
    const table = tables.find(({ logicalId }) => logicalId.includes(`/${name}Table`))
    if (table === undefined) throw new Error(`the template has no table ${name}`)
    return table.name
  }
  return {
    async seedHistory(recipient, count) {
      const table = tableOf('history')
      const items = Array.from({ length: count }, (_, index) =>
        seededItem(table, recipient, index, { nickname: `seeded ${index}`, message }),
      )
      const parts = Array.from({ length: lanes }, (_, lane) => items.filter((_item, index) => index % lanes === lane))
      await Promise.all(parts.map((part) => putMany(client, table, part)))
      return items.map(({ nickname }) => String(nickname))
    },
    printJobs: async () => {
      const pages = paginateScan({ client }, { TableName: tableOf('prints'), ConsistentRead: true })
      return (await Array.fromAsync(pages, ({ Items = [] }) => Items)).flat()
    },
    close: () => client.destroy(),
  }
}

/** How many records and messages were given up. */
export const deadLettersIn = ({ dataFolder }: Workplace): number => {
  const folder = join(dataFolder, 'queues')
  if (!existsSync(folder)) return 0
  return readdirSync(folder)
    .filter((name) => name.startsWith('DeadLetters'))
    .map((name) => readFileSync(join(folder, name), 'utf8').split('\n').length - 1)
    .reduce((sum, lines) => sum + lines, 0)
}
