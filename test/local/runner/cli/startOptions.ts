import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { type FaultPlan, parseFaultPlan } from '../aws/faults.ts'
import { type FunctionVariables, parseFunctionVariables } from '../lambda/functionVariables.ts'
import type { Inspection } from '../lambda/lambdaService.ts'
import { dataFolderFrom, fromFile, namedValue, repeated, wholeNumber } from './optionValues.ts'
import { type Providers, providersFrom } from './providers.ts'
import type { Toolchain } from './toolchain.ts'
import { UsageError } from './usageError.ts'

/** The options that `start` and `invoke` share. */
export interface RunOptions {
  /** Absolute. */
  readonly dataFolder: string | 'memory'
  /** An absolute path; when it is undefined, the app is synthesized first unless its sources are unchanged. */
  readonly assemblyFolder: string | undefined
  /** See `readAssembly`. */
  readonly stack: string | undefined
  /** See `readDeployment`. */
  readonly ignore: readonly string[]
  /** See `findEngine`. */
  readonly engine: string | undefined
  readonly variables: FunctionVariables | undefined
  readonly providers: Providers
}

export interface StartOptions extends RunOptions {
  /** 0 picks a free one. */
  readonly port: number
  /** See `HttpApiOptions`. */
  readonly hostNames: readonly string[]
  readonly faults: FaultPlan | undefined
  readonly inspect: Inspection | undefined
  readonly json: boolean
  readonly watch: boolean
  readonly trace: boolean
  readonly unusedPermissions: boolean
  readonly verbose: boolean
}

interface RunFlags {
  readonly data?: string
  readonly assembly?: string
  readonly stack?: string
  readonly ignore?: readonly string[]
  readonly engine?: string
  readonly envVars?: string
  readonly providers?: string
}

interface StartFlags extends RunFlags {
  readonly port: number
  readonly hostName?: string
  readonly faults?: string
  readonly inspect?: string | true
  readonly json?: true
  readonly watch?: true
  readonly trace?: true
  readonly unusedPermissions?: true
  readonly verbose?: true
  readonly context?: Readonly<Record<string, string>>
}

/** Of every command that reads an assembly. */
export const stackOption = (): Option =>
  new Option('--stack <name>', 'a stack of the app to run, where the assembly has several apps')

export const ignoreOption = (): Option =>
  new Option(
    '--ignore <type>',
    'goes on without the resources of a type, or without one by its logical id or construct path; may be repeated',
  )
    .argParser(repeated)
    .default([], 'none')

export const addRunOptions = (command: Command): Command =>
  command
    .option('--data <folder|memory>', 'where data and keys are kept between runs (default: .local)')
    .option('--assembly <folder>', 'a synthesized assembly, such as cdk.out')
    .addOption(stackOption())
    .addOption(ignoreOption())
    .option('--engine <name>', 'the DynamoDB engine: dynoxide, java, or the URL of a running engine')
    .option('--env-vars <file>', 'values for variables that functions declare: {"<function>": {"<NAME>": "<value>"}}')
    .option(
      '--providers <which>',
      'whether functions call stand-ins of the external providers (sandbox) or the providers (real)',
    )

export const addStartOptions = (command: Command): Command =>
  addRunOptions(command)
    .option(
      '--port <number>',
      'port of the HTTP API; the WebSocket API has the next one; 0 picks free ones',
      wholeNumber(0, 65_535),
      3000,
    )
    .option(
      '-c, --context <name=value>',
      'a value for the app beside those of cdk.json, such as a setting; may be repeated',
      namedValue,
    )
    .option('--host-name <names>', 'other names that the APIs answer to, separated by commas: those of a tunnel')
    .option('--json', 'one JSON object on stdout when ready; everything else goes to stderr')
    .option('--watch', 'runs changed functions at once, and restarts when the template changes')
    .option(
      '--inspect [function]',
      'lets debuggers attach: to this function, which waits at port 9229, or to all functions',
    )
    .option('--trace', 'prints the service calls of every invocation: milliseconds, units, list price')
    .option('--unused-permissions', 'prints at the end the granted permissions that the run did not need')
    .option('--verbose', 'prints at the start the parts of the template that have no effect here, with the reasons')
    .option('--faults <file>', 'injects the faults of this plan into the calls of functions')

export const runOptionsFrom = (flags: RunFlags, toolchain: Toolchain): RunOptions => {
  const { projectFolder } = toolchain
  const { assembly, envVars } = flags
  return {
    dataFolder: dataFolderFrom(flags.data, projectFolder),
    assemblyFolder: assembly === undefined ? undefined : resolve(projectFolder, assembly),
    stack: flags.stack,
    ignore: flags.ignore ?? [],
    engine: flags.engine,
    variables:
      envVars === undefined ? undefined : fromFile('--env-vars', envVars, projectFolder, parseFunctionVariables),
    providers: providersFrom(flags.providers, toolchain),
  }
}

/** A request without a name is for none of them. */
const hostNamesFrom = (flag = ''): readonly string[] =>
  flag
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

/** Reads the flags of `start`; relative folders are those of the project. */
export const startOptionsFrom = (flags: StartFlags, toolchain: Toolchain): StartOptions => {
  const { watch = false, json = false, trace = false, unusedPermissions = false, verbose = false } = flags
  const { inspect, faults } = flags
  if (watch && flags.assembly !== undefined) throw new UsageError('--watch needs the sources, not --assembly')
  if (flags.context !== undefined && flags.assembly !== undefined)
    throw new UsageError('--context needs the sources, not --assembly')
  if (watch && toolchain.watchFunctions === undefined)
    throw new UsageError('--watch: this project does not say how its functions are built')
  return {
    ...runOptionsFrom(flags, toolchain),
    hostNames: hostNamesFrom(flags.hostName),
    port: flags.port,
    json,
    watch,
    trace,
    unusedPermissions,
    verbose,
    faults: faults === undefined ? undefined : fromFile('--faults', faults, toolchain.projectFolder, parseFaultPlan),
    inspect: typeof inspect === 'string' ? { functionId: inspect } : inspect && 'all',
  }
}
