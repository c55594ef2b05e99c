import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { LocalPages, ServedRequest } from '../gateway/httpApi.ts'
import { type InvocationSummary, type InvocationTrace, summaryOf } from '../invocationTraces.ts'
import type { LogLine } from '../lambda/invocation.ts'
import type { LocalApi } from '../localApi.ts'
import { orUndefined } from '../orUndefined.ts'

/** A page about the local API that runs, at the API's own address. */
export interface StartPage {
  readonly pages: LocalPages
  readonly onRequest: (request: ServedRequest) => void
  readonly onInvocation: (invocation: InvocationSummary) => void
  readonly onLog: (line: LogLine) => void
  /** Begins to serve the page, and resolves with its address; before, its addresses are unavailable. */
  open(subject: Subject): Promise<string>
}

/** A running local API, and whom the page is about. */
export interface Subject {
  readonly api: LocalApi
  readonly recipientId: string
  readonly dataFolder: string | 'memory'
  /** Where the log of the providers' stand-ins can be read; undefined where the real providers are called. */
  readonly sandboxLog: string | undefined
}

/** See `Toolchain`. */
export interface StartPageOptions {
  readonly projectFolder: string
  readonly openApiFile?: string
}

interface StartPagePackage {
  createStartPage(options: StartPageOptions): StartPage
}

/** The package that is used where the project has it and brings no page of its own. */
const packageName = 'serve-assembly-start-page'

/** The page of the project's package; undefined when it has none. */
export const installedStartPage = async (options: StartPageOptions): Promise<StartPage | undefined> => {
  const file = orUndefined(() => createRequire(join(options.projectFolder, 'package.json')).resolve(packageName))
  if (file === undefined) return undefined
  const { createStartPage } = (await import(pathToFileURL(file).href)) as StartPagePackage
  return createStartPage(options)
}

/** With these a local API is started, so that the page learns of its requests. */
export const recordingFor = (page: StartPage) => ({
  pages: page.pages,
  onRequest: page.onRequest,
  onLog: page.onLog,
  onTrace: (trace: InvocationTrace): void => page.onInvocation(summaryOf(trace)),
})
