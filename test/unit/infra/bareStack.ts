import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { App, Stack } from 'aws-cdk-lib'
import recommendedFlags from 'aws-cdk-lib/recommended-feature-flags.json' with { type: 'json' }
import type { IConstruct } from 'constructs'
import type { Resources } from '../../../infra/grants.ts'
import type { FunctionSurroundings } from '../../../infra/serviceFunction.ts'
import { type Json, type Template, templateOf, valueAt } from '../../infra/template.ts'

/** A stack without resources, with the behaviours that the deployment has. The CDK's own check of templates would take seconds. */
export const bareStack = (): Stack => {
  const context = { ...recommendedFlags, 'aws:cdk:disable-asset-staging': true }
  const outdir = mkdtempSync(join(tmpdir(), 'bare-'))
  return new Stack(new App({ context, outdir, analyticsReporting: false, builtinCloudFormationValidation: false }), 's')
}

/** The template of a stack in an app of its own. */
export const synthesized = ({ stackName, node }: Stack): Template =>
  templateOf(JSON.stringify((node.root as App).synth().getStackByName(stackName).template))

/** A value of a template as a person would write it: a reference is its logical id in angle brackets, without the hash, and a joined text a text. */
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

/** The rules of cdk-nag that a construct may break, with the reason of each. */
export const acknowledgedBy = ({ node }: IConstruct): Readonly<Record<string, string>> =>
  Object.assign(
    {},
    ...node.metadata.filter(({ type }) => type === 'aws:cdk:acknowledged-rules').map(({ data }) => data),
  )

const resources = {
  tables: {
    announcers: { tableArn: 'arn:announcers', tableName: 'Announcers' },
    chats: { tableArn: 'arn:chats', tableName: 'Chats' },
    payments: { tableArn: 'arn:payments', tableName: 'Payments', tableStreamArn: 'arn:payments/stream' },
  },
  buckets: { prints: { bucketName: 'Prints', arnForObjects: (keys: string) => `arn:prints/${keys}` } },
  keys: { secrets: { keyArn: 'arn:secrets' }, cursors: { keyArn: 'arn:cursors' } },
  connections: {
    webSocketUrl: 'wss://live',
    postUrl: 'https://live',
    arnOf: (method: string) => `arn:live/${method}/@connections/*`,
  },
}

/** What the functions of these ids find around them: some resources by plain names, and a bundle for each. */
export const surroundingsOf = (...ids: readonly string[]): FunctionSurroundings => {
  const bundleFolder = mkdtempSync(join(tmpdir(), 'bundles-'))
  for (const id of ids) {
    mkdirSync(join(bundleFolder, id))
    writeFileSync(join(bundleFolder, id, 'index.cjs'), id)
  }
  return {
    bundleFolder,
    resources: resources as unknown as Resources,
    publicUrl: 'https://api.example.com',
    parameterPrefix: '/service',
    logRetention: 14,
    openChats: false,
    privateChats: false,
    platformReports: false,
    tracing: false,
  }
}
