import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Json = Record<string, unknown>

interface Resource {
  readonly Type: string
  readonly Properties?: Json
  readonly DependsOn?: string | readonly string[]
}

interface Template {
  readonly Resources: Record<string, Resource>
}

/** Types that the imitation does not know, as it says, and those of policies that demand TLS, which it does not speak. */
const unknownTypes = [
  'AWS::ApiGatewayV2::IntegrationResponse',
  'AWS::ApiGatewayV2::RouteResponse',
  'AWS::Logs::QueryDefinition',
  'AWS::S3::BucketPolicy',
  'AWS::SQS::QueuePolicy',
]

/** An alarm over several metrics, which the imitation refuses, becomes one that rings when somebody says so. */
const silenced = ({ Metrics, ...properties }: Json): Json =>
  Metrics === undefined
    ? properties
    : { ...properties, Namespace: 'Imitation', MetricName: 'none', Period: 300, Statistic: 'Sum' }

interface Join {
  readonly 'Fn::Join': readonly [string, readonly unknown[]]
}

/** The address of connections, `https://<id of the API>.execute-api…/live`, at the imitation. */
const connectionsUrlAt = (endpoint: string, value: Join): Join => {
  const [, [, apiId]] = value['Fn::Join']
  return { 'Fn::Join': ['', [`${endpoint}/_aws/execute-api/`, apiId, '/live']] }
}

/** Puts the stand-ins' and the imitation's own addresses in the place of the real ones. */
const redirected = (variables: Json, { endpoint, urls }: Surroundings): Json =>
  Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [
      name,
      name === 'CONNECTIONS_URL' ? connectionsUrlAt(endpoint, value as Join) : (urls[name] ?? value),
    ]),
  )

interface Policy {
  readonly PolicyDocument: { readonly Statement: readonly Json[] }
}

/** The imitation asks for `ssm:GetParameters` on `*`, where AWS asks for each parameter, and knows no encryption context: these two are widened. */
const widenedStatement = ({ Condition: condition, ...statement }: Json): Json =>
  String(statement['Action']).startsWith('ssm:GetParameters')
    ? { ...statement, Resource: '*' }
    : {
        ...statement,
        ...(!JSON.stringify(condition ?? '').includes('kms:EncryptionContext') && { Condition: condition }),
      }

const widened = (policies: readonly Policy[]): readonly Policy[] =>
  policies.map(({ PolicyDocument: document, ...policy }) => ({
    ...policy,
    PolicyDocument: { ...document, Statement: document.Statement.map(widenedStatement) },
  }))

export interface Surroundings {
  readonly endpoint: string
  /** Environment variable → base URL of a provider's stand-in. */
  readonly urls: Readonly<Record<string, string>>
}

const adaptTemplate = (template: Template, surroundings: Surroundings): Template => {
  const kept = Object.entries(template.Resources).filter(([, { Type }]) => !unknownTypes.includes(Type))
  const names = new Set(kept.map(([name]) => name))
  const resources = kept.map(([name, resource]) => {
    const { Environment: environment, Policies: policies } = (resource.Properties ?? {}) as {
      readonly Environment?: { readonly Variables: Json }
      readonly Policies?: readonly Policy[]
    }
    const dependencies = [resource.DependsOn ?? []].flat()
    return [
      name,
      {
        ...resource,
        DependsOn: dependencies.filter((id) => names.has(id)),
        Properties: {
          ...(resource.Type === 'AWS::CloudWatch::Alarm' ? silenced(resource.Properties ?? {}) : resource.Properties),
          ...(resource.Type === 'AWS::IAM::Role' && policies && { Policies: widened(policies) }),
          ...(environment && { Environment: { Variables: redirected(environment.Variables, surroundings) } }),
        },
      },
    ]
  })
  return { ...template, Resources: Object.fromEntries(resources) }
}

/** The imitation looks for `index.js` alone; AWS takes `index.cjs` as well. */
const renameHandlers = (folder: string): void => {
  for (const asset of readdirSync(folder).filter((name) => name.startsWith('asset.')))
    for (const file of readdirSync(join(folder, asset)))
      if (file === 'index.cjs') renameSync(join(folder, asset, file), join(folder, asset, 'index.js'))
}

/** Takes out of an assembly what the imitation lacks, and puts the surroundings in. */
export const adaptAssembly = (outdir: string, surroundings: Surroundings): void => {
  for (const name of readdirSync(outdir).filter((file) => file.endsWith('.template.json'))) {
    const template: Template = JSON.parse(readFileSync(join(outdir, name), 'utf8'))
    writeFileSync(join(outdir, name), JSON.stringify(adaptTemplate(template, surroundings), null, 1))
  }
  renameHandlers(outdir)
}
