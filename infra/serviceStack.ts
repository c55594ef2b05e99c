import { type App, CfnOutput, Stack } from 'aws-cdk-lib'
import type { Operation } from '../shared/contract/operation.ts'
import type { Worker } from '../shared/contract/worker.ts'
import type { SocketRoute } from '../shared/realtime/contract.ts'
import { createInLanes } from './creationOrder.ts'
import { addCustomDomain, targetOutput } from './customDomain.ts'
import { addKeys } from './encryption.ts'
import { addHttpApi, addRoutes } from './httpApi.ts'
import { addIdentity } from './identity.ts'
import { addObservability } from './observability/observability.ts'
import { OperationFunction } from './operationFunction.ts'
import { addDeadLetters, addQueues } from './queues.ts'
import type { Settings } from './settings.ts'
import { SocketFunction } from './socketFunction.ts'
import { addStorage, streamedTables } from './storage.ts'
import { addSocketRoutes, addWebSocketApi } from './webSocketApi.ts'
import { addWorkers } from './workers.ts'

export interface ServiceStackProps {
  readonly operations: readonly Operation[]
  readonly workers: readonly Worker[]
  readonly socketRoutes: readonly SocketRoute[]
  readonly settings: Settings
  /** Absolute path of the folder that `bundleFunctions` wrote. */
  readonly bundleFolder: string
}

/** The whole deployment in one stack. It only composes; the called functions define the resources. */
export class ServiceStack extends Stack {
  constructor(app: App, { operations, workers, socketRoutes, settings, bundleFolder }: ServiceStackProps) {
    const { stackName } = settings
    super(app, stackName, {
      stackName,
      description:
        'Backend of a streamer’s toolset: an HTTP API with one function for each operation, and a WebSocket API for overlays',
      tags: { application: 'streaming-support', deployment: stackName },
    })
    const live = addWebSocketApi(this, settings)
    const deadLetters = addDeadLetters(this)
    const resources = {
      ...addStorage(this, settings),
      keys: addKeys(this, settings),
      queues: addQueues(this, deadLetters),
      connections: live,
    }
    const identity = addIdentity(this, settings)
    const api = addHttpApi(this, operations, settings)
    const { domainName, certificateArn } = settings
    const domain = domainName === undefined ? undefined : addCustomDomain(this, 'ApiDomain', domainName, certificateArn)
    const publicUrl = domain === undefined ? api.attrApiEndpoint : `https://${domain.ref}`
    const surroundings = {
      ...settings,
      bundleFolder,
      resources,
      parameterPrefix: `/${stackName}`,
      publicUrl,
    }
    const endpoints = operations.map((operation) => ({
      operation,
      lambda: new OperationFunction(this, operation, surroundings),
    }))
    const { routes, accessLog } = addRoutes(this, api, endpoints, { ...settings, identity, domain })
    const socketEndpoints = socketRoutes.map((route) => ({
      route,
      lambda: new SocketFunction(this, route, { ...surroundings, identity }),
    }))
    createInLanes([...routes, ...addSocketRoutes(this, live, socketEndpoints, settings)])
    const topic = addObservability(this, {
      ...settings,
      workerEndpoints: addWorkers(this, workers, surroundings, deadLetters),
      deadLetters,
      api,
      live: live.api,
      endpoints,
      socketEndpoints,
      streamedTables: streamedTables(resources),
      accessLog,
    })
    this.addOutputs({
      ApiUrl: { value: publicUrl, description: 'Base URL of the HTTP API' },
      LiveUrl: { value: live.webSocketUrl, description: 'Address at which overlays open their WebSocket connections' },
      Issuer: { value: identity.issuer, description: 'Issuer of the tokens that the API accepts' },
      Audience: { value: identity.audience.join(','), description: 'Audience, or Cognito client id, of those tokens' },
      AlarmTopic: {
        value: topic.topicArn,
        description: 'SNS topic of the alarms; subscribe to it, or deploy with -c alarmEmail',
      },
      ...identity.outputs,
      ...targetOutput('Api', domain),
      ...targetOutput('Live', live.domain),
    })
  }

  private addOutputs(
    outputs: Readonly<Record<string, { readonly value: string; readonly description: string }>>,
  ): void {
    for (const [name, { value, description }] of Object.entries(outputs))
      new CfnOutput(this, name, { value, description })
  }
}
