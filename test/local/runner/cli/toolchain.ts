import type { LocalApi } from '../localApi.ts'
import type { LocalServicesOptions } from '../localServices.ts'
import type { StartPage, StartPageOptions } from './startPage.ts'

/** The parts of a project that its command line hands in, because the harness imports nothing of the project. */
export interface Toolchain {
  /** The command that precedes `start` on the command line, for help and advice. */
  readonly command?: string
  /** Absolute folder of the project: `cdk.json` and `.local/` are in it. */
  readonly projectFolder: string
  /** Absolute path of an OpenAPI document whose examples `generate-event` makes events of. */
  readonly openApiFile?: string
  /** Environment variables for the app of `cdk.json`, such as one that asks for bundles that can be debugged. */
  readonly synthesisVariables?: Readonly<Record<string, string>>
  /** Values that a command line gives the app beside those of `cdk.json`: settings of a deployment. */
  readonly context?: Readonly<Record<string, string>>
  /**
   * Absolute paths of the files whose changes ask for a new synthesis. Without it, and where it answers undefined, these
   * are all files of the project except those in `node_modules`, in `test` and in folders whose name begins with a dot.
   */
  listSources?(): readonly string[] | undefined
  /** Starts stand-ins of the external providers that the functions call. */
  startStandIns?(options: StandInOptions): Promise<StandIns>
  /** Links to print beside the API's address, for the recipient of the printed token. It is not called when faults are injected, because it would use them up. */
  linksOf?(api: LocalApi, recipientId: string): Promise<readonly Link[]>
  /** Makes the page about what runs. Without it, that is the package `serve-assembly-start-page` where the project has it. */
  startPage?(options: StartPageOptions): Promise<StartPage>
  /** Bundles a function again whenever its sources change. */
  watchFunctions?(events: WatchEvents): Promise<FunctionWatch>
}

export interface StandInOptions {
  /** At which the API will listen; 0 where a free one is taken, or none. */
  readonly port: number
}

export interface StandIns {
  /** The variables and parameters that direct functions to the stand-ins. */
  readonly options: Pick<LocalServicesOptions, 'overrides' | 'parameters'>
  /** The address of the stand-ins' request log; undefined when there is none. */
  readonly logUrl: string | undefined
  stop(): Promise<void>
}

export interface Link {
  /** The name of the link's member in the object that `start --json` prints. */
  readonly name: string
  /** The title of the printed line. */
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
