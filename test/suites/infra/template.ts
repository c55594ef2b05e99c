import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A resource of the synthesized templates. */
export interface Resource {
  readonly id: string
  /** The nested stack in which it is, `data` for the stack of data, and empty for the service itself. */
  readonly stack: string
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

/** A value of a template as a person would write it: a reference is `<its logical id>`, without the hash. */
export const plain = (value: Json | undefined): Json | undefined => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((each) => plain(each) ?? null)
  const { Ref: reference, 'Fn::GetAtt': attribute, 'Fn::Join': join } = value as Readonly<Record<string, Json>>
  const named = (id: unknown): string => String(id).replace(/[0-9A-F]{8}$/, '')
  if (reference !== undefined) return `<${named(reference)}>`
  if (attribute !== undefined) return `<${named(valueAt(attribute, 0))}.${valueAt(attribute, 1)}>`
  if (join === undefined)
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each) ?? null]))
  const parts = valueAt(plain(join), 1) as readonly Json[]
  return parts.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))).join(String(valueAt(join, 0)))
}

/** The role that API Gateway assumes for a nested stack's routes: who may assume it, and the ids of the functions that it may invoke, nothing else. */
export const gatewayRoleOf = ({ one }: Template, area: string) => {
  const { id, Properties } = one('AWS::IAM::Role', `${area}GatewayRole`)
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

/** A folder that lives as long as the process. */
export const temporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'synthesized-'))
  folders.push(folder)
  return folder
}

/** A folder that is removed when the test ends. */
export const testFolder = (): string => {
  const folder = temporaryFolder()
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
