import { type FSWatcher, watch } from 'node:fs'
import { relative, resolve } from 'node:path'
import { type BuildContext, context } from 'esbuild'
import { type Bundle, buildOptions, bundledModules, bundleFolder, bundleFunctions, defaultEntries } from './bundle.ts'
import { type FunctionEntry, projectFolder } from './functionEntries.ts'

export interface WatchOptions {
  /** Default: every function of the registry. */
  readonly entries?: readonly FunctionEntry[]
  /** Default: `.build/functions`. */
  readonly folder?: string
  /** Absolute paths of the folders that hold sources. Default: `functions` and `shared`. */
  readonly sourceFolders?: readonly string[]
  /** Called with the functions whose files have just been written. */
  readonly onRebuilt: (functionIds: readonly string[]) => void
  /** Called with esbuild's message when the sources do not build; the last good files stay. */
  readonly onFailed?: (message: string) => void
}

export interface FunctionWatch {
  readonly close: () => Promise<void>
}

/** Editors write a file in several steps; milliseconds. */
const settling = 15

const defaultSourceFolders = ['functions', 'shared'].map((folder) => resolve(projectFolder, folder))

/** esbuild's own watch mode polls, and takes up to two seconds to see a change. */
const watchSources = (folders: readonly string[], onChanged: (file: string) => void): FSWatcher[] =>
  folders.map((folder) =>
    watch(folder, { recursive: true }, (_event, name) => {
      if (name !== null && /\.(?:ts|json)$/.test(name))
        onChanged(relative(projectFolder, resolve(folder, name)).replaceAll('\\', '/'))
    }),
  )

/** A function's sources and its incremental build, which exists from its first change on. */
class WatchedFunction {
  readonly id: string
  readonly #entry: FunctionEntry
  readonly #folder: string
  #inputs: ReadonlySet<string>
  #context: Promise<BuildContext<ReturnType<typeof buildOptions>>> | undefined

  constructor(entry: FunctionEntry, folder: string, inputs: ReadonlySet<string>) {
    this.id = entry.id
    this.#entry = entry
    this.#folder = folder
    this.#inputs = inputs
  }

  /** @param files paths relative to the project */
  holdsAny(files: ReadonlySet<string>): boolean {
    return !this.#inputs.isDisjointFrom(files)
  }

  async rebuild(): Promise<void> {
    this.#context ??= context(buildOptions([this.#entry], this.#folder))
    const { metafile } = await (await this.#context).rebuild()
    this.#inputs = new Set(Object.keys(metafile.inputs))
  }

  async close(): Promise<void> {
    await (await this.#context)?.dispose()
  }
}

const watchedFunctions = (entries: readonly FunctionEntry[], folder: string, bundle: Bundle): WatchedFunction[] => {
  const modules = bundledModules(bundle)
  return entries.map(
    (entry) => new WatchedFunction(entry, folder, new Set(Object.keys(modules.get(entry.id)?.inputs ?? {}))),
  )
}

/**
 * Bundles the functions and then again whenever their sources change, each by itself and only when one of its own modules changed:
 * 100 ms for one function. A changed registry, contract of resources or access needs a new synthesis, which is the caller's.
 */
export const watchFunctions = async (options: WatchOptions): Promise<FunctionWatch> => {
  const {
    entries = defaultEntries(),
    folder = bundleFolder,
    sourceFolders = defaultSourceFolders,
    onRebuilt,
    onFailed = () => {},
  } = options
  const functions = watchedFunctions(entries, folder, await bundleFunctions({ entries, folder }))
  const changed = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let rebuilding: Promise<unknown> = Promise.resolve()

  const rebuildOne = async (watched: WatchedFunction): Promise<void> => {
    try {
      await watched.rebuild()
      onRebuilt([watched.id])
    } catch (error) {
      onFailed(error instanceof Error ? error.message : String(error))
    }
  }
  const rebuildChanged = (): void => {
    const affected = functions.filter((watched) => watched.holdsAny(changed))
    changed.clear()
    rebuilding = rebuilding.then(() => Promise.all(affected.map(rebuildOne)))
  }
  const watchers = watchSources(sourceFolders, (file) => {
    changed.add(file)
    clearTimeout(timer)
    timer = setTimeout(rebuildChanged, settling)
  })
  return {
    close: async () => {
      clearTimeout(timer)
      for (const watcher of watchers) watcher.close()
      await rebuilding
      await Promise.all(functions.map((watched) => watched.close()))
    },
  }
}
