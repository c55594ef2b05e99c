import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec'
import { type ServiceAppOptions, serviceApp } from '../../../infra/serviceApp.ts'
import { operations as registry } from '../../../shared/operations.ts'
import { socketRoutes as socketRouteRegistry } from '../../../shared/sockets.ts'
import { workers as workerRegistry } from '../../../shared/workers.ts'
import { readTemplate } from './readTemplate.ts'
import { type Resource, type Template, temporaryFolder } from './template.ts'

/** Bundles are another test's business: here each function is one line. */
const writeBundles = (folder: string, ids: readonly string[]): string => {
  for (const id of ids) {
    mkdirSync(join(folder, id), { recursive: true })
    writeFileSync(join(folder, id, 'index.cjs'), `exports.handler = async () => ${JSON.stringify(id)}\n`)
  }
  return folder
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
