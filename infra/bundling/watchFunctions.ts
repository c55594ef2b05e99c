import { relative, resolve } from 'node:path'
import { watch } from 'chokidar'
import { type BuildContext, context, stop, transform } from 'esbuild'
import { type Bundle, buildOptions, bundledModules, bundleFolder, bundleFunctions, defaultEntries } from './bundle.ts'
import { type FunctionEntry, projectFolder } from './functionEntries.ts'
import { builtFiles, isStale, type PageSource, webPages, writeBuilt } from './webPages.ts'

export interface WatchOptions {
  /** Default: every function of the registry. */
  readonly entries?: readonly FunctionEntry[]
  /** Default: `.build/functions`. */
  readonly folder?: string
  /** Absolute paths of the watched files and folders. Default: everything that a synthesis reads. */
  readonly sources?: readonly string[]
  /** Called with the functions whose files have just been written. */
  readonly onRebuilt: (functionIds: readonly string[]) => void
  /** Called with esbuild's message when the sources do not build; the last good files stay. */
  readonly onFailed?: (message: string) => void
  /** Called with a changed file, relative to the project, that affects more than the code of functions. */
  readonly onTemplateSource?: (file: string) => void
}

export interface FunctionWatch {
  readonly close: () => Promise<void>
}

/** The bundler waits, because editors write a file in steps, and chokidar reports no second change within 50 ms. */
const settlingMs = 60

const defaultSources = [
  'functions',
  'shared',
  'infra',
  'bin/app.ts',
  'cdk.json',
  'cdk.context.json',
  'package-lock.json',
].map((source) => resolve(projectFolder, source))

/** Whether a synthesis reads the file itself, not only its bundle: contracts, registries, the stack. */
const isTemplateSource = (file: string): boolean =>
  /^(?:infra\/|bin\/|cdk\.(?:context\.)?json$|package-lock\.json$|shared\/contract\/|shared\/(?:operations|sockets|workers)\.ts$)/.test(
    file,
  ) || /^shared\/.*(?:contract|workers)\.ts$/i.test(file)

/** A function's sources and its incremental build, which exists from its first change on. */
class WatchedFunction {
  readonly id: string
  readonly #options: ReturnType<typeof buildOptions>
  #inputs: ReadonlySet<string>
  #context: Promise<BuildContext<ReturnType<typeof buildOptions>>> | undefined

  constructor(id: string, options: ReturnType<typeof buildOptions>, inputs: ReadonlySet<string>) {
    this.id = id
    this.#options = options
    this.#inputs = inputs
  }

  /** @param files paths relative to the project */
  holdsAny(files: ReadonlySet<string>): boolean {
    return !this.#inputs.isDisjointFrom(files)
  }

  async rebuild(): Promise<void> {
    this.#context ??= context(this.#options)
    const { metafile } = await (await this.#context).rebuild()
    this.#inputs = new Set(Object.keys(metafile.inputs))
  }

  /** Frees esbuild's state of the function, which takes megabytes and only speeds up its next build. */
  async release(): Promise<void> {
    const kept = this.#context
    this.#context = undefined
    await (await kept)?.dispose()
  }
}

/** The number of functions, those that changed last, whose esbuild contexts are kept. */
const mostContexts = 4

const watchedFunctions = (
  entries: readonly FunctionEntry[],
  bundle: Bundle,
  optionsOf: (entry: FunctionEntry) => ReturnType<typeof buildOptions>,
): WatchedFunction[] => {
  const modules = bundledModules(bundle)
  return entries.map(
    (entry) =>
      new WatchedFunction(entry.id, optionsOf(entry), new Set(Object.keys(modules.get(entry.id)?.inputs ?? {}))),
  )
}

/** Rebuilds functions, and keeps the incremental builds of a few. */
const rebuilder = ({ onRebuilt, onFailed = () => {} }: Pick<WatchOptions, 'onRebuilt' | 'onFailed'>) => {
  const recent = new Set<WatchedFunction>()
  const rebuild = async (watched: WatchedFunction): Promise<void> => {
    recent.delete(watched)
    recent.add(watched)
    try {
      await watched.rebuild()
      onRebuilt([watched.id])
    } catch (error) {
      onFailed(error instanceof Error ? error.message : String(error))
    }
  }
  return async (affected: readonly WatchedFunction[]): Promise<void> => {
    await Promise.all(affected.map(rebuild))
    for (const oldest of [...recent].slice(0, -mostContexts)) {
      recent.delete(oldest)
      await oldest.release()
    }
  }
}

/** The page is committed as it is built, and imported by the function that serves it. */
const rebuildPage = async (source: PageSource): Promise<void> => {
  for (const [file, built] of Object.entries(await builtFiles(source)))
    if (isStale(built, file)) writeBuilt(built, file)
}

/**
 * Makes debuggable bundles of the functions, and bundles each again whenever one of its own modules changes:
 * 100 ms for one function. The caller starts a new synthesis when one is needed.
 */
export const watchFunctions = async (options: WatchOptions): Promise<FunctionWatch> => {
  const { entries = defaultEntries(), folder = bundleFolder, sources = defaultSources } = options
  const { onFailed = () => {}, onTemplateSource = () => {} } = options
  const bundle = await bundleFunctions({ entries, folder, isDebuggable: true })
  // esbuild's process would keep a gigabyte after all functions; a new one is ready for the first change.
  await stop()
  await transform('')
  const functions = watchedFunctions(entries, bundle, (entry) => buildOptions([entry], folder, { isDebuggable: true }))
  const rebuild = rebuilder(options)
  const changed = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let rebuilding: Promise<unknown> = Promise.resolve()

  const rebuildChanged = (): void => {
    const files = new Set(changed)
    changed.clear()
    const affected = functions.filter((watched) => watched.holdsAny(files))
    if (affected.length > 0) rebuilding = rebuilding.then(() => rebuild(affected))
    const [templateSource] = [...files].filter(isTemplateSource)
    if (templateSource !== undefined) onTemplateSource(templateSource)
    for (const page of webPages.filter(({ folder }) => [...files].some((file) => file.startsWith(`${folder}/`))))
      rebuilding = rebuilding.then(() => rebuildPage(page)).catch((error: unknown) => onFailed(String(error)))
  }
  // chokidar watches folders, so that it still sees a file after an editor or git has replaced it; fs.watch does not.
  const watcher = watch([...sources], { ignoreInitial: true }).on('all', (_event, path) => {
    changed.add(relative(projectFolder, path).replaceAll('\\', '/'))
    clearTimeout(timer)
    timer = setTimeout(rebuildChanged, settlingMs)
  })
  await new Promise<void>((ready) => watcher.once('ready', () => ready()))
  return {
    close: async () => {
      clearTimeout(timer)
      await watcher.close()
      await rebuilding
      await Promise.all(functions.map((watched) => watched.release()))
    },
  }
}
