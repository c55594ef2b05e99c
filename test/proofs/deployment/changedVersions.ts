import { join } from 'node:path'
import { copyProject } from '../../support/copyProject.ts'
import { type Edits, editsOf } from '../../support/editedCopy.ts'
import { projectFolder } from '../installedPackages.ts'
import type { Version } from './versions.ts'

/** Replaces a text by another; a text that is not there is noticed by the edit. */
const replaced =
  (before: string, after: string) =>
  (text: string): string =>
    text.replace(before, after)

const contract = `
import * as z from 'zod/mini'
import { operation } from '../../contract/operation.ts'

export const addRemark = operation({
  id: 'addRemark',
  area: 'remarks',
  role: 'owner',
  method: 'GET',
  path: '/remarks',
  summary: 'Add a remark',
  description: 'Answers how many remarks there are, and how many gateway credentials of Stripe.',
  success: { body: z.object({ remarks: z.int(), gateways: z.int() }) },
  problems: [],
  access: { remarks: ['PutItem', 'Query'], 'gateways.byGateway': ['Query'] },
  examples: [{ name: 'the first one', answer: { remarks: 1, gateways: 0 } }],
})`

const handler = `
import { randomUUID } from 'node:crypto'
import { PutCommand, QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { tableName } from '../../shared/runtime/env.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { addRemark } from '../../shared/areas/remarks/contract.ts'

const count = async (input: Partial<QueryCommandInput>, name: string, value: string): Promise<number> => {
  const condition = { KeyConditionExpression: '#name = :value', ExpressionAttributeNames: { '#name': name } }
  const values = { ExpressionAttributeValues: { ':value': value }, Select: 'COUNT' as const }
  const { Count = 0 } = await documentClient.send(new QueryCommand({ TableName: '', ...input, ...condition, ...values }))
  return Count
}

export const handle = (): Handle<typeof addRemark> => async ({ recipientId }) => {
  const TableName = tableName('remarks')
  await documentClient.send(new PutCommand({ TableName, Item: { recipientId, id: randomUUID() } }))
  const gateways = { TableName: tableName('gateways'), IndexName: 'byGateway' }
  return {
    remarks: await count({ TableName, ConsistentRead: true }, 'recipientId', recipientId),
    gateways: await count(gateways, 'gateway', 'stripe'),
  }
}

export const handler = httpHandler(addRemark, handle())`

/** A new table, a new global index, a new attribute of every item that is put, and an operation of a new area. */
const add = ({ create, edit }: Edits): void => {
  const keys = "data: 'exported', partitionKey: 'recipientId', sortKey: 'id'"
  const index = "globalIndexes: { byGateway: { partitionKey: 'gateway', sortKey: 'id' } }"
  edit(
    'shared/contract/resources.ts',
    replaced(`gateways: { ${keys} }`, `remarks: { ${keys} }, gateways: { ${keys}, ${index} }`),
  )
  edit(
    'shared/mechanisms/store/writes.ts',
    replaced('Put: { TableName, Item,', "Put: { TableName, Item: { ...Item, mood: 'new' },"),
  )
  create('shared/areas/remarks/contract.ts', contract)
  create('functions/remarks/addRemark.ts', handler)
  edit('shared/operations.ts', (text) =>
    text
      .replace('\n  addNews,\n', '\n  addRemark,\n')
      .concat("\nimport { addRemark } from './areas/remarks/contract.ts'\n"),
  )
}

/** The area of news goes, the worker behind the stream of tokens, and the path of a list, whose route is renamed. */
const remove = ({ edit }: Edits): void => {
  edit('shared/areas/recipients/contract.ts', replaced("path: '/recipients/platforms'", `path: '${renamed}'`))
  edit('shared/operations.ts', replaced('  listNews,\n  changeNews,\n  deleteNews,\n', ''))
  edit('shared/workers.ts', replaced('  revokeTokens,\n', ''))
}

/** The paths of lists that the changed version has not, and the new one of a list. */
export const gone = ['/news', '/recipients/platforms']
export const renamed = '/recipients/known-platforms'

/** A version after the tree, in a copy of it: all changes that an update may bring. */
export const changedVersion = (folder: string): Version => {
  const copy = join(folder, 'changed')
  copyProject(projectFolder, copy)
  add(editsOf(copy))
  remove(editsOf(copy))
  return { name: 'changed', folder: copy }
}

/** The release after the changed one: the stream goes that has had no worker since. */
export const dropStream = ({ folder }: Version): void => {
  const { edit } = editsOf(folder)
  edit('shared/contract/resources.ts', replaced(", stream: 'OLD_IMAGE'", ''))
  edit('infra/compatibility/schema.json', (text) => {
    const [id] = /tokensTable\w+/.exec(text) ?? []
    return text.replace('"retired": {', `"retired": { "${id}.stream": "No worker reads it since the release before"`)
  })
}

/** The release after that: the new table goes, whose operation nobody needs any more. */
export const retireTable = ({ folder }: Version, logicalId: string): void => {
  const { edit } = editsOf(folder)
  edit('shared/operations.ts', (text) => text.replace('\n  addRemark,', '').replace(/\nimport \{ addRemark \}.*/, ''))
  edit('shared/contract/resources.ts', (text) => text.replace(/remarks: \{.*?\}, /, ''))
  edit(
    'infra/compatibility/schema.json',
    replaced('"retired": {', `"retired": { "${logicalId}": "Nobody adds remarks", `),
  )
}

/** A line of the refusal for each change that an update may not bring: another key, no index, another id, another context. */
export const refusals = [
  /^playlistsTable\w+: keys was "HASH recipientId S, RANGE id S" and would be .*, so an empty one would replace it\. Add another beside it/,
  /^chatsTable\w+\.byRecipient: the index would be dropped, and the version before reads it\. See "Replace or remove/,
  /^actionsTable\w+: the AWS::DynamoDB::Table is missing or has another logical id\. See "Replace or remove/,
  /^gateways\.token: its encryption context was of .* and would be of .* Add the one before to `earlierContexts`/,
]

export const spoil = ({ folder }: Version): void => {
  const { edit } = editsOf(folder)
  const playlists = "playlists: { data: 'exported', partitionKey: 'recipientId', sortKey: "
  edit('shared/contract/resources.ts', replaced(`${playlists}'id'`, `${playlists}'title'`))
  edit('shared/contract/resources.ts', (text) => text.replace(/ *globalIndexes: \{ byRecipient: .*\n/, ''))
  edit('infra/storage.ts', replaced('new Table(scope, ', "new Table(scope, name === 'actions' ? 'boughtTable' : "))
  edit(
    'shared/mechanisms/secrets/encryptionContexts.ts',
    replaced("'gateways.token': 'credentialId'", "'gateways.token': 'gatewayId'"),
  )
}
