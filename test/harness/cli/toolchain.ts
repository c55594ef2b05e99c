import type { LocalApi } from '../localApi.ts'
import type { LocalServicesOptions } from '../localServices.ts'

/** What the command line needs of the project, handed in because the harness imports none of it. */
export interface Toolchain {
  /** What a person types before `start`, for help and advice. */
  readonly command?: string
  /** Absolute folder of the project: `cdk.json` and `.local/` are in it. */
  readonly projectFolder: string
  /** Absolute path of an OpenAPI document whose examples `generate-event` makes events of. */
  readonly openApiFile?: string
  /** Environment variables for the app of `cdk.json`, such as one that asks for bundles that can be debugged. */
  readonly synthesisVariables?: Readonly<Record<string, string>>
  /** Starts stand-ins of the external providers that the functions call. */
  startStandIns?(): Promise<StandIns>
  /** What a person opens beside the API, as `token` allows; not asked for when faults are injected, which it would use up. */
  linksOf?(api: LocalApi, token: string): Promise<readonly Link[]>
  /** Bundles a function again whenever its sources change. */
  watchFunctions?(events: WatchEvents): Promise<FunctionWatch>
}

export interface StandIns {
  /** How functions find them. */
  readonly options: Pick<LocalServicesOptions, 'overrides' | 'parameters'>
  /** Where the requests that they got can be read; undefined where there are none. */
  readonly logUrl: string | undefined
  stop(): Promise<void>
}

export interface Link {
  /** Its member in the object that `start --json` prints. */
  readonly name: string
  /** What it is, as the beginning of a line. */
  readonly title: string
  readonly url: string
}

export interface WatchEvents {
  /** The bundles of these functions have just been written; the folder of one is `codeFolderOf(id)`. */
  readonly onRebuilt: (functionIds: readonly string[], codeFolderOf: (functionId: string) => string) => void
  readonly onFailed: (message: string) => void
  /** This source may change what is deployed besides code: routes, permissions, tables. */
  readonly onTemplateSource: (file: string) => void
}

export interface FunctionWatch {
  close(): Promise<void>
}
