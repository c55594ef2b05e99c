import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CloudFormationClient, GetTemplateCommand } from '@aws-sdk/client-cloudformation'
import { breakingSchemaChanges } from '../compatibility/breakingChanges.ts'
import { type DataTemplate, type StoredSchema, storedSchemaOf } from '../compatibility/storedSchema.ts'
import { dataStackName } from '../settings.ts'
import { isDeployed } from './failedCreation.ts'

type Client = Pick<CloudFormationClient, 'send'>

interface Manifest {
  readonly artifacts: Readonly<
    Record<string, { readonly type: string; readonly properties?: { readonly templateFile?: string } }>
  >
}

const readJson = <Content>(folder: string, file: string): Content =>
  JSON.parse(readFileSync(join(folder, file), 'utf8')) as Content

/** The data stacks of an assembly by the names of their services' stacks, each with the file of its template. */
const dataStacks = (assembly: string): ReadonlyMap<string, string> => {
  const { artifacts } = readJson<Manifest>(assembly, 'manifest.json')
  return new Map(
    Object.keys(artifacts).flatMap((service) => {
      const { type, properties: { templateFile } = {} } = artifacts[dataStackName(service)] ?? {}
      return type === 'aws:cloudformation:stack' && templateFile !== undefined ? [[service, templateFile]] : []
    }),
  )
}

/** The services' stacks of an assembly. */
export const serviceStacks = (assembly: string): readonly string[] => [...dataStacks(assembly).keys()]

const deployedTemplate = async (client: Client, StackName: string): Promise<DataTemplate> => {
  const { TemplateBody = '{}' } = await client.send(new GetTemplateCommand({ StackName, TemplateStage: 'Original' }))
  return JSON.parse(TemplateBody) as DataTemplate
}

/** The removals that nobody has asked for, and the requests for which there is no removal. */
const contractionRefusals = (
  { resources: before }: StoredSchema,
  { resources: after }: StoredSchema,
  retired: Readonly<Record<string, string>>,
  contracted: readonly string[],
): readonly string[] => {
  const removed = Object.keys(before).filter((id) => after[id] === undefined)
  return [
    ...removed
      .filter((id) => Object.hasOwn(retired, id) && !contracted.includes(id))
      .map((id) => `${id}: the release has retired it, and it would be removed: npm run deploy -- --contract ${id}`),
    ...contracted
      .filter((id) => !removed.includes(id))
      .map((id) => `--contract ${id}: these sources remove no such resource of the deployed data stack.`),
  ]
}

/**
 * What a deployed data stack would lose by the deployment of an assembly, each as a line that names the way. A stack
 * that is not there yet loses nothing.
 *
 * @param assembly the folder that `cdk synth` wrote
 * @param contracted logical ids of retired resources that the operator lets go
 */
export const deploymentRefusals = async (
  client: Client,
  assembly: string,
  retired: Readonly<Record<string, string>>,
  contracted: readonly string[] = [],
): Promise<readonly string[]> => {
  const refusals: string[] = []
  for (const [service, templateFile] of dataStacks(assembly)) {
    const name = dataStackName(service)
    if (!(await isDeployed(client, name))) continue
    const deployed = storedSchemaOf(await deployedTemplate(client, name))
    const wanted = storedSchemaOf(readJson<DataTemplate>(assembly, templateFile))
    refusals.push(
      ...breakingSchemaChanges(deployed, wanted, retired),
      ...contractionRefusals(deployed, wanted, retired, contracted),
    )
  }
  return refusals
}
