import type { Deployment } from '../deployment.ts'
import { noApi, readHttpApi, readWebSocketApi } from './apis.ts'
import { type Assembly, readAssembly } from './assembly.ts'
import { checkTopics } from './checkTopics.ts'
import { readBuckets, readKeys, readParameters, readQueues, readTables, throughputNotes } from './dataStores.ts'
import { differencesOf } from './differencesOf.ts'
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
 * @param ignore types, logical ids or construct paths of resources that are left out
 * @throws TemplateError for all that is not imitated, with one line for each that names the logical id and the construct's path
 */
export const readDeployment = (
  assemblyFolder: string,
  substitutions: Substitutions,
  stackName?: string,
  ignore: readonly string[] = [],
): Deployment => deploymentFrom(readAssembly(assemblyFolder, stackName), substitutions, ignore)

/** The same of an assembly that was read, so that it can be made with other substitutions. */
export const deploymentFrom = (
  assembly: Assembly,
  substitutions: Substitutions,
  ignore: readonly string[] = [],
): Deployment => {
  const stacks = new Stacks(assembly, substitutions, ignore)
  const queues = readQueues(stacks)
  const roles = readRoles(stacks)
  const targets = { functions: readFunctions(stacks, queues, roles), roles }
  checkTopics(stacks, roles)
  const deployment = {
    stackName: stacks.name,
    region: stacks.region,
    accountId: stacks.accountId,
    tables: readTables(stacks),
    buckets: readBuckets(stacks),
    ...targets,
    httpApi: stacks.part(() => readHttpApi(stacks, targets.roles), noApi),
    webSocketApi: stacks.part(() => readWebSocketApi(stacks, targets.roles), undefined),
    eventSourceMappings: readEventSourceMappings(stacks, targets),
    queueMappings: readQueueMappings(stacks, queues, targets),
    schedules: readSchedules(stacks, targets),
    queues,
    keys: readKeys(stacks),
    parameters: readParameters(stacks),
    outputs: stacks.part(() => stacks.outputs(), {}),
  }
  return {
    ...deployment,
    notes: stacks.end(),
    differences: [...differencesOf(deployment), ...throughputNotes(stacks)],
    withoutEffect: stacks.withoutEffect(),
  }
}
