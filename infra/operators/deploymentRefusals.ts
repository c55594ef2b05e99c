import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CloudFormationClient, GetTemplateCommand } from '@aws-sdk/client-cloudformation'
import { breakingSchemaChanges } from '../compatibility/breakingChanges.ts'
import { type DataTemplate, storedSchemaOf } from '../compatibility/storedSchema.ts'
import { dataStackName } from '../settings.ts'
import { stackExists } from './stackResources.ts'

type Client = Pick<CloudFormationClient, 'send'>

interface Manifest {
  readonly artifacts: Readonly<
    Record<string, { readonly type: string; readonly properties?: { readonly templateFile?: string } }>
  >
}

const readJson = <Content>(folder: string, file: string): Content =>
  JSON.parse(readFileSync(join(folder, file), 'utf8')) as Content

/** The templates of an assembly's data stacks, by the stacks' names. */
const dataTemplates = (assembly: string): readonly (readonly [string, DataTemplate])[] => {
  const { artifacts } = readJson<Manifest>(assembly, 'manifest.json')
  const dataStacks = new Set(Object.keys(artifacts).map(dataStackName))
  return Object.entries(artifacts).flatMap(([name, { type, properties: { templateFile } = {} }]) =>
    dataStacks.has(name) && type === 'aws:cloudformation:stack' && templateFile !== undefined
      ? [[name, readJson<DataTemplate>(assembly, templateFile)] as const]
      : [],
  )
}

const deployedTemplate = async (client: Client, StackName: string): Promise<DataTemplate> => {
  const { TemplateBody = '{}' } = await client.send(new GetTemplateCommand({ StackName, TemplateStage: 'Original' }))
  return JSON.parse(TemplateBody) as DataTemplate
}

/**
 * What a deployed data stack would lose by the deployment of an assembly, each as a line that names the way. A stack
 * that is not there yet loses nothing.
 *
 * @param assembly the folder that `cdk synth` wrote
 */
export const deploymentRefusals = async (
  client: Client,
  assembly: string,
  retired: Readonly<Record<string, string>>,
): Promise<readonly string[]> => {
  const refusals: string[] = []
  for (const [name, template] of dataTemplates(assembly)) {
    if (!(await stackExists(client, name))) continue
    const deployed = storedSchemaOf(await deployedTemplate(client, name))
    refusals.push(...breakingSchemaChanges(deployed, storedSchemaOf(template), retired))
  }
  return refusals
}
