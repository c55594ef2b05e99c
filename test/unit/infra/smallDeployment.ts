import type { CfnApi } from 'aws-cdk-lib/aws-apigatewayv2'
import type { Table } from 'aws-cdk-lib/aws-dynamodb'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import type { ObservabilityProps } from '../../../infra/observability/observability.ts'
import { OperationFunction } from '../../../infra/operationFunction.ts'
import { addDeadLetters } from '../../../infra/queues.ts'
import { SocketFunction } from '../../../infra/socketFunction.ts'
import { addWorkers } from '../../../infra/workers.ts'
import type { Operation } from '../../../shared/contract/operation.ts'
import type { Worker } from '../../../shared/contract/worker.ts'
import type { SocketRoute } from '../../../shared/realtime/contract.ts'
import { bareStack, surroundingsOf } from './bareStack.ts'

const listNews = {
  id: 'listNews',
  area: 'news',
  method: 'GET',
  path: '/news',
  auth: 'recipient',
  access: {},
  problems: [],
}
const receiveWebhook = { ...listNews, id: 'receiveWebhook', area: 'payments', path: '/webhooks', auth: 'none' }
const getPlaylist = {
  ...listNews,
  id: 'getPlaylist',
  area: 'media',
  path: '/playlist',
  providers: ['youtube'],
  problems: ['provider_not_configured'],
}
export const operations = [listNews, receiveWebhook, getPlaylist] as unknown as readonly Operation[]

export const routes: readonly SocketRoute[] = [
  { id: 'open', routeKey: '$connect', summary: 'Opens', access: {} },
  { id: 'receive', routeKey: '$default', summary: 'Receives', access: {} },
]

const stream = { stream: 'payments', batchSize: 10, maximumRetryAttempts: 3, maximumRecordAgeSeconds: 600 } as const
const work = { summary: 'Works', access: {}, timeoutSeconds: 30, memoryMb: 512 } as const
export const workers: readonly Worker[] = [
  { ...work, id: 'projectPayments', source: stream },
  { ...work, id: 'pushAlerts', source: stream },
  { ...work, id: 'sweep', source: { schedule: 'rate(5 minutes)' } },
]

/** What is observed of a deployment with a few functions of each kind, its APIs and tables by plain names. */
export const smallDeployment = () => {
  const stack = bareStack()
  const around = surroundingsOf(...[...operations, ...routes, ...workers].map(({ id }) => id))
  const identity = { issuer: 'https://id.example.com', audience: ['a'], scope: undefined, outputs: {} }
  const deadLetters = addDeadLetters(stack)
  const props: ObservabilityProps = {
    api: { ref: 'http' } as CfnApi,
    live: { ref: 'live' } as CfnApi,
    streamedTables: [{ tableName: 'Payments' } as Table],
    endpoints: operations.map((operation) => ({
      operation,
      lambda: new OperationFunction(stack, operation, { ...around, recipientClaim: 'sub' }),
    })),
    socketEndpoints: routes.map((route) => ({
      route,
      lambda: new SocketFunction(stack, route, { ...around, identity, recipientClaim: 'sub' }),
    })),
    deadLetters,
    workerEndpoints: addWorkers(stack, workers, around, deadLetters),
    accessLog: new LogGroup(stack, 'AccessLog'),
  }
  return { stack, props }
}
