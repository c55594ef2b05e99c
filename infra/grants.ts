import { Aws } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import {
  bucketVariable,
  connectionsUrlVariable,
  keyVariable,
  parameterPrefixVariable,
  queueVariable,
  tableVariable,
  urlVariable,
} from '../shared/contract/environmentNames.ts'
import { type ProviderDefinition, type ProviderName, providers } from '../shared/contract/providers.ts'
import {
  type Access,
  type BucketName,
  buckets,
  type KeyName,
  type QueueName,
  type SocketAction,
  type TableName,
} from '../shared/contract/resources.ts'
import type { Connections } from './addresses.ts'
import type { Keys } from './encryption.ts'
import type { Queues } from './queues.ts'
import type { Storage } from './storage.ts'

/** All resources that an `access` can name. */
export interface Resources extends Storage {
  readonly keys: Keys
  readonly queues: Queues
  readonly connections: Connections
}

type Conditions = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The meaning of an entry of `access`: the allowed actions, and the variables that name the resource. */
export interface Grant {
  readonly actions: readonly string[]
  readonly resources: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly conditions?: Conditions
}

type GrantOf = (name: string, actions: readonly string[], resources: Resources) => Grant

const prefixed = (service: string, actions: readonly string[]): string[] =>
  actions.map((action) => `${service}:${action}`)

const tableGrant: GrantOf = (name, actions, { tables }) => {
  const [tableName, index] = name.split('.') as [TableName, string?]
  const { tableArn, tableName: physicalName } = tables[tableName]
  return {
    actions: prefixed('dynamodb', actions),
    resources: [index === undefined ? tableArn : `${tableArn}/index/${index}`],
    environment: { [tableVariable(tableName)]: physicalName },
  }
}

const bucketGrant: GrantOf = (name, actions, resources) => {
  const bucketName = name as BucketName
  const bucket = resources.buckets[bucketName]
  return {
    actions: prefixed('s3', actions),
    resources: [`${bucket.bucketArn}/${buckets[bucketName].prefix}*`],
    environment: { [bucketVariable(bucketName)]: bucket.bucketName },
  }
}

/** Ciphertexts are bound to their table by the field in the encryption context. */
const keyGrant: GrantOf = (name, actions, { keys }) => {
  const [keyName, table] = name.split('.') as [KeyName, string?]
  const { keyArn } = keys[keyName]
  return {
    actions: prefixed('kms', actions),
    resources: [keyArn],
    environment: { [keyVariable(keyName)]: keyArn },
    ...(table !== undefined && { conditions: { StringLike: { 'kms:EncryptionContext:field': `${table}.*` } } }),
  }
}

const queueGrant: GrantOf = (name, actions, { queues }) => {
  const { queueArn, queueUrl } = queues[name as QueueName]
  return {
    actions: prefixed('sqs', actions),
    resources: [queueArn],
    environment: { [queueVariable(name as QueueName)]: queueUrl },
  }
}

const socketMethods: Readonly<Record<SocketAction, string>> = { PostToConnection: 'POST', DeleteConnection: 'DELETE' }

/** Posting to, inspecting and closing connections are one action; the method in the resource distinguishes them. */
const socketGrant: GrantOf = (_name, actions, { connections }) => ({
  actions: ['execute-api:ManageConnections'],
  resources: actions.map((action) => connections.arnOf(socketMethods[action as SocketAction])),
  environment: { [connectionsUrlVariable]: connections.postUrl },
})

const kinds: Readonly<Record<string, GrantOf>> = {
  bucket: bucketGrant,
  key: keyGrant,
  queue: queueGrant,
  socket: socketGrant,
}

/** The grants of an `access`: each of its actions on its resource, and nothing else. */
export const grantsOfAccess = (access: Access, resources: Resources): readonly Grant[] =>
  Object.entries(access).map(([entry, actions]) => {
    const [kind, name] = entry.split(':') as [string, string?]
    if (name === undefined) return tableGrant(entry, actions, resources)
    const grantOf = kinds[kind]
    if (grantOf === undefined) throw new Error(`access to ${entry}: infra knows no resource of that kind`)
    return grantOf(name, actions, resources)
  })

/** The grant for calling a provider: its base URLs, and its credentials below the deployment's prefix. */
export const grantOfProvider = (provider: ProviderName, parameterPrefix: string): Grant => {
  const definition: ProviderDefinition = providers[provider]
  const { urls, parameters, parameterFolders = [], optionalParameters = [], listedFolders = [] } = definition
  const arn = `arn:${Aws.PARTITION}:ssm:${Aws.REGION}:${Aws.ACCOUNT_ID}:parameter${parameterPrefix}`
  // The deployer chooses the names in a folder, so a role names the folder.
  const patterns = [...parameters, ...optionalParameters, ...parameterFolders.map((folder) => `${folder}/*`)]
  return {
    actions: [
      ...(patterns.length === 0 ? [] : ['ssm:GetParameters']),
      ...(listedFolders.length === 0 ? [] : ['ssm:GetParametersByPath']),
    ],
    resources: [...patterns, ...listedFolders].map((pattern) => `${arn}/${pattern}`),
    environment: {
      [parameterPrefixVariable]: parameterPrefix,
      ...Object.fromEntries(Object.entries(urls).map(([name, url]) => [urlVariable(provider, name), url])),
    },
  }
}

export const statementsOf = (grants: readonly Grant[]): PolicyStatement[] =>
  grants
    .filter(({ actions }) => actions.length > 0)
    .map(
      ({ actions, resources, conditions }) =>
        new PolicyStatement({ actions: [...actions], resources: [...resources], ...(conditions && { conditions }) }),
    )

export const environmentOf = (grants: readonly Grant[]): Record<string, string> =>
  Object.assign({}, ...grants.map(({ environment }) => environment))
