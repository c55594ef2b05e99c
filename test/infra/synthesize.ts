import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec'
import { onTestFinished } from 'vitest'
import { type ServiceAppOptions, serviceApp } from '../../infra/serviceApp.ts'
import { operations as registry } from '../../shared/operations.ts'
import { socketRoutes as socketRouteRegistry } from '../../shared/socketRoutes.ts'
import { workers as workerRegistry } from '../../shared/workers.ts'

/** A resource of a synthesized template. */
export interface Resource {
  readonly id: string
  readonly Type: string
  readonly Properties: Readonly<Record<string, Json>>
  readonly DeletionPolicy?: string
  readonly UpdateReplacePolicy?: string
  readonly DependsOn?: readonly string[]
}

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

export interface Template {
  readonly text: string
  readonly resources: readonly Resource[]
  readonly outputs: Readonly<Record<string, { readonly Value: Json; readonly Description?: string }>>
  /** The resources of a CloudFormation type. */
  readonly all: (type: string) => readonly Resource[]
  /** The one resource of a type whose logical id starts with the given text. */
  readonly one: (type: string, start?: string) => Resource
}

/** What lies at a path below a property, undefined where there is nothing. */
export const valueAt = (value: Json | undefined, ...path: readonly (string | number)[]): Json | undefined =>
  path.reduce<Json | undefined>(
    (below, step) =>
      typeof below === 'object' && below !== null ? (below as Readonly<Record<string, Json>>)[step] : undefined,
    value,
  )

/** The role that API Gateway assumes for an API: who may assume it, and the ids of the functions that it may invoke, nothing else. */
export const gatewayRoleOf = ({ one }: Template, start: string) => {
  const { id, Properties } = one('AWS::IAM::Role', start)
  const trusts = valueAt(Properties, 'AssumeRolePolicyDocument', 'Statement') as readonly Json[]
  const policies = Properties['Policies'] as readonly Json[]
  const statements = policies.flatMap((policy) => valueAt(policy, 'PolicyDocument', 'Statement') as readonly Json[])
  const arns = statements.map((statement) => {
    const { Action, Effect, Resource } = Object(statement)
    if (Action !== 'lambda:InvokeFunction' || Effect !== 'Allow') throw new Error(`${id}: ${JSON.stringify(statement)}`)
    return [Resource].flat() as readonly Json[]
  })
  return {
    id,
    services: trusts.map((trust) => valueAt(trust, 'Principal', 'Service')),
    functions: arns
      .flat()
      .map((arn) => String(valueAt(arn, 'Fn::GetAtt', 0)).replace(/[0-9A-F]{8}$/, ''))
      .sort(),
  }
}

const folders: string[] = []
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'synthesized-'))
  folders.push(folder)
  return folder
}

/** Bundles are another test's business: here each function is one line. */
const writeBundles = (folder: string, ids: readonly string[]): string => {
  for (const id of ids) {
    mkdirSync(join(folder, id), { recursive: true })
    writeFileSync(join(folder, id, 'index.cjs'), `exports.handler = async () => ${JSON.stringify(id)}\n`)
  }
  return folder
}

export const readTemplate = (folder: string, stackName = 'streaming-support'): Template => {
  const text = readFileSync(join(folder, `${stackName}.template.json`), 'utf8')
  const { Resources, Outputs } = JSON.parse(text) as {
    Resources: Record<string, Resource>
    Outputs: Template['outputs']
  }
  const resources = Object.entries(Resources).map(([id, resource]) => ({ ...resource, id }))
  const all = (type: string) => resources.filter(({ Type }) => Type === type)
  return {
    text,
    resources,
    outputs: Outputs,
    all,
    one: (type, start = '') => {
      const found = all(type).filter(({ id }) => id.startsWith(start))
      const [only] = found
      if (only === undefined || found.length > 1)
        throw new Error(`${found.length} resources of ${type} start with ${start}`)
      return only
    },
  }
}

/** The app with the registries' functions, its assembly in a folder that lives as long as the process. */
export const appWith = (options: ServiceAppOptions = {}) => {
  const { operations = registry, workers = workerRegistry, socketRoutes = socketRouteRegistry } = options
  const folder = temporaryFolder()
  const bundleFolder = writeBundles(
    join(folder, 'functions'),
    [...operations, ...workers, ...socketRoutes].map(({ id }) => id),
  )
  const outdir = join(folder, 'cdk.out')
  return {
    app: serviceApp({ validated: false, operations, workers, socketRoutes, bundleFolder, outdir, ...options }),
    outdir,
  }
}

/** Synthesizes the service with the given settings (`-c name=value`). */
export const synthesize = (
  context: Readonly<Record<string, unknown>> = {},
  options: ServiceAppOptions = {},
): Template => {
  const { app, outdir } = appWith({ context, ...options })
  app.synth()
  return readTemplate(outdir, typeof context['stackName'] === 'string' ? context['stackName'] : undefined)
}

/** The same with a single operation and no workers: for what the number of functions does not change. */
export const synthesizeSmall = (context: Readonly<Record<string, unknown>>): Template =>
  synthesize(context, {
    operations: registry.filter(({ id }) => id === 'listAnnouncers'),
    workers: [],
  })

/** Loaded once, when it is needed: 30 MB. */
let specification: ReturnType<typeof loadAwsServiceSpecSync> | undefined

/** Properties that a resource's type does not have, and those that it has to have and the resource lacks. */
export const mistakesOf = ({ id, Type, Properties = {} }: Resource): readonly string[] => {
  specification ??= loadAwsServiceSpecSync()
  const { properties } = specification.lookup('resource', 'cloudFormationType', 'equals', Type).only()
  const unknown = Object.keys(Properties).filter((name) => !(name in properties))
  const missing = Object.keys(properties).filter((name) => properties[name]?.required && !(name in Properties))
  return [...unknown.map((name) => `${id}: unknown ${name}`), ...missing.map((name) => `${id}: no ${name}`)]
}

/** A folder that is removed when the test ends. */
export const testFolder = (): string => {
  const folder = temporaryFolder()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
