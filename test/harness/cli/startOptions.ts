import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Providers, providersFrom } from './providers.ts'
import type { Toolchain } from './toolchain.ts'
import { UsageError } from './usageError.ts'

export interface StartOptions {
  /** 0 picks a free one. */
  readonly port: number
  /** Absolute. */
  readonly dataFolder: string | 'memory'
  /** Absolute; undefined synthesizes first. */
  readonly assemblyFolder: string | undefined
  readonly faultPlanFile: string | undefined
  readonly json: boolean
  readonly watch: boolean
  readonly trace: boolean
  readonly unusedPermissions: boolean
  readonly providers: Providers
}

const flags = {
  port: { type: 'string', default: '3000' },
  data: { type: 'string' },
  assembly: { type: 'string' },
  faults: { type: 'string' },
  json: { type: 'boolean', default: false },
  watch: { type: 'boolean', default: false },
  trace: { type: 'boolean', default: false },
  'unused-permissions': { type: 'boolean', default: false },
  providers: { type: 'string' },
} as const

/** Reads the flags of `start`; relative folders are those of the project. */
export const startOptionsFrom = (args: readonly string[], toolchain: Toolchain): StartOptions => {
  const { projectFolder } = toolchain
  const { values } = parsed(() => parseArgs({ args: [...args], options: flags, strict: true }))
  if (values.watch && values.assembly !== undefined) throw new UsageError('--watch needs the sources, not --assembly')
  if (values.watch && toolchain.watchFunctions === undefined)
    throw new UsageError('--watch: this project does not say how its functions are built')
  return {
    port: wholeNumber('--port', values.port, 0, 65_535),
    dataFolder: dataFolderFrom(values.data, projectFolder),
    assemblyFolder: values.assembly === undefined ? undefined : resolve(projectFolder, values.assembly),
    faultPlanFile: values.faults === undefined ? undefined : resolve(projectFolder, values.faults),
    json: values.json,
    watch: values.watch,
    trace: values.trace,
    unusedPermissions: values['unused-permissions'],
    providers: providersFrom(values.providers, toolchain),
  }
}

/** Runs a call of `parseArgs`, whose complaints are mistakes of the user. */
export const parsed = <Result>(parse: () => Result): Result => {
  try {
    return parse()
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** `memory`, an absolute folder, or by default `.local` of the project. */
export const dataFolderFrom = (value: string | undefined, projectFolder: string): string | 'memory' => {
  if (value === '') throw new UsageError("--data: expected a folder or 'memory'")
  return value === 'memory' ? value : resolve(projectFolder, value ?? '.local')
}

export const wholeNumber = (flag: string, value: string, minimum: number, maximum: number): number => {
  const number = Number(value)
  if (/^-?\d+$/.test(value) && number >= minimum && number <= maximum) return number
  throw new UsageError(`${flag}: expected a whole number from ${minimum} to ${maximum}, got '${value}'`)
}
