/** What the command line needs of the project, handed in because the harness itself imports none of it. */
export interface Toolchain {
  /** Absolute folder of the project: `cdk.json` and `.local/` are in it. */
  readonly projectFolder: string
  /** Absolute path of the committed OpenAPI document. */
  readonly openApiFile: string
  /** Bundles a function again whenever its sources change. */
  watchFunctions(events: WatchEvents): Promise<FunctionWatch>
}

export interface WatchEvents {
  /** The bundles of these functions have just been written; the folder of one is `codeFolderOf(id)`. */
  readonly onRebuilt: (functionIds: readonly string[], codeFolderOf: (functionId: string) => string) => void
  readonly onFailed: (message: string) => void
}

export interface FunctionWatch {
  close(): Promise<void>
}
