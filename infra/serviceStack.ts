import { type App, CfnOutput, Stack } from 'aws-cdk-lib'
import type { Topic } from 'aws-cdk-lib/aws-sns'
import type { SocketRoute } from '../shared/areas/realtime/contract.ts'
import type { Operation } from '../shared/contract/operation.ts'
import type { Worker } from '../shared/contract/worker.ts'
import { addAreas } from './areaStacks.ts'
import { addBackupPlan } from './backupPlan.ts'
import { targetOutput } from './customDomain.ts'
import type { DataStack } from './dataStack.ts'
import { addAuthorizer, refuseTakenAlias } from './httpApi.ts'
import { addHttpStage } from './httpStage.ts'
import { addObservability } from './observability/observability.ts'
import { addDeadLetters, addQueues } from './queues.ts'
import type { Settings } from './settings.ts'
import { busiestTables, streamedTables } from './storage.ts'
import { addSocketStage } from './webSocketApi.ts'

export interface ServiceStackProps {
  readonly data: DataStack
  readonly operations: readonly Operation[]
  readonly workers: readonly Worker[]
  readonly socketRoutes: readonly SocketRoute[]
  readonly settings: Settings
  /** Absolute path of the folder that `bundleFunctions` wrote. */
  readonly bundleFolder: string
  /** Version and commit of the sources. */
  readonly version?: string | undefined
}

/**
 * The stack of all that may be destroyed and deployed again without a loss. It only composes; the called functions
 * define the resources.
 */
export class ServiceStack extends Stack {
  constructor(app: App, props: ServiceStackProps) {
    const { data, operations, settings } = props
    const { stackName } = settings
    super(app, stackName, {
      stackName,
      description:
        'Backend of a streamer’s toolset: an HTTP API with one function for each operation, and a WebSocket API for overlays',
      tags: { application: 'streaming-support', deployment: stackName },
    })
    this.addStackDependency(data)
    refuseTakenAlias(operations, settings.messengerAlias)
    const { http, live, publicUrl, connections } = data.addresses
    const ids = { apiId: http.apiId, liveApiId: live.apiId }
    const deadLetters = addDeadLetters(this)
    const areas = addAreas(this, {
      ...settings,
      ...props,
      identity: data.identity,
      resources: { ...data.storage, keys: data.keys, queues: addQueues(this, deadLetters), connections },
      parameterPrefix: `/${stackName}`,
      publicUrl,
      ...ids,
      authorization: addAuthorizer(this, http.apiId, data.identity),
      deadLetters,
    })
    const { stage, accessLog } = addHttpStage(this, http, operations, settings)
    // The stages wait for all nested stacks, so that routes that are created one by one are deployed once.
    for (const each of [stage, addSocketStage(this, live, settings)]) each.node.addDependency(...areas.stacks)
    const topic = addObservability(this, {
      ...settings,
      ...areas,
      deadLetters,
      ...ids,
      streamedTables: streamedTables(data.storage),
      busiestTables: busiestTables(data.storage),
      accessLog,
    })
    addBackupPlan(this, data.storage, settings)
    this.addOutputs(data, topic, props.version)
  }

  private addOutputs({ identity, addresses }: DataStack, topic: Topic | undefined, version: string | undefined): void {
    const { http, live, publicUrl, connections } = addresses
    const outputs = {
      ApiUrl: { value: publicUrl, description: 'Base URL of the HTTP API' },
      LiveUrl: {
        value: connections.webSocketUrl,
        description: 'Address at which overlays open their WebSocket connections',
      },
      Issuer: { value: identity.issuer, description: 'Issuer of the tokens that the API accepts' },
      Audience: { value: identity.audience.join(','), description: 'Audience, or Cognito client id, of those tokens' },
      ...(topic && {
        AlarmTopic: {
          value: topic.topicArn,
          description: 'SNS topic of the alarms; subscribe to it, or deploy with -c alarmEmail',
        },
      }),
      ...identity.outputs,
      ...targetOutput('Api', http.domain),
      ...targetOutput('Live', live.domain),
      ...(version !== undefined && { Version: { value: version, description: 'Version and commit of the sources' } }),
    }
    for (const [name, { value, description }] of Object.entries(outputs))
      new CfnOutput(this, name, { value, description })
  }
}
