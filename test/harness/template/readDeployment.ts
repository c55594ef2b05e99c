import type { Deployment } from '../deployment.ts'
import { readHttpApi, readWebSocketApi } from './apis.ts'
import { type Assembly, readAssembly } from './assembly.ts'
import { readBuckets, readKeys, readParameters, readQueues, readTables } from './dataStores.ts'
import { readFunctions } from './functions.ts'
import type { Substitutions } from './references.ts'
import { readRoles } from './roles.ts'
import { Stacks } from './stacks.ts'
import { readEventSourceMappings, readQueueMappings, readSchedules } from './triggers.ts'

/**
 * Reads the output of `cdk synth` into the model that the harness runs.
 *
 * @param assemblyFolder the `cdk.out` folder
 * @param stackName see `readAssembly`
 * @throws TemplateError for anything that is not imitated, with one line that names the logical id
 */
export const readDeployment = (assemblyFolder: string, substitutions: Substitutions, stackName?: string): Deployment =>
  deploymentFrom(readAssembly(assemblyFolder, stackName), substitutions)

/** The same of an assembly that was read, so that it can be made with other substitutions. */
export const deploymentFrom = (assembly: Assembly, substitutions: Substitutions): Deployment => {
  const stacks = new Stacks(assembly, substitutions)
  const queues = readQueues(stacks)
  const targets = { functions: readFunctions(stacks), roles: readRoles(stacks) }
  return {
    stackName: stacks.name,
    region: stacks.region,
    accountId: stacks.accountId,
    tables: readTables(stacks),
    buckets: readBuckets(stacks),
    ...targets,
    httpApi: readHttpApi(stacks, targets.roles),
    webSocketApi: readWebSocketApi(stacks, targets.roles),
    eventSourceMappings: readEventSourceMappings(stacks, targets),
    queueMappings: readQueueMappings(stacks, queues, targets),
    schedules: readSchedules(stacks, targets),
    queues,
    keys: readKeys(stacks),
    parameters: readParameters(stacks),
    outputs: stacks.outputs(),
  }
}
