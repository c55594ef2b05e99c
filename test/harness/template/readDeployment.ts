import type { Deployment } from '../deployment.ts'
import { readHttpApi, readWebSocketApi } from './apis.ts'
import { readBuckets, readKeys, readParameters, readQueues, readTables } from './dataStores.ts'
import { readFunctions } from './functions.ts'
import type { Substitutions } from './references.ts'
import { readRoles } from './roles.ts'
import { Stack } from './stack.ts'
import { readTemplate } from './template.ts'
import { readEventSourceMappings, readQueueMappings, readSchedules } from './triggers.ts'

/**
 * Reads the output of `cdk synth` into the model that the harness runs.
 *
 * @param assemblyFolder the `cdk.out` folder
 * @throws TemplateError for anything that is not imitated, with one line that names the logical id
 */
export const readDeployment = (assemblyFolder: string, substitutions: Substitutions): Deployment => {
  const stack = new Stack(readTemplate(assemblyFolder), substitutions)
  const queues = readQueues(stack)
  const targets = { functions: readFunctions(stack), roles: readRoles(stack) }
  return {
    stackName: stack.name,
    region: stack.region,
    accountId: stack.accountId,
    tables: readTables(stack),
    buckets: readBuckets(stack),
    ...targets,
    httpApi: readHttpApi(stack, targets.roles),
    webSocketApi: readWebSocketApi(stack, targets.roles),
    eventSourceMappings: readEventSourceMappings(stack, targets),
    queueMappings: readQueueMappings(stack, queues, targets),
    schedules: readSchedules(stack, targets),
    queues,
    keys: readKeys(stack),
    parameters: readParameters(stack),
    outputs: stack.outputs(),
  }
}
