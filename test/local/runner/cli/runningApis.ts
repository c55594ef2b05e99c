import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { LocalApi } from '../localApi.ts'
import { listensAt } from '../loopback.ts'
import { orUndefined } from '../orUndefined.ts'
import { replaceFile } from '../replaceFile.ts'

/** How to reach a local API: the members that `start --json` prints, and the folder of its data. */
export interface RunningApi extends Pick<LocalApi, 'api' | 'issuer' | 'audience' | 'dynamodb' | 's3'> {
  readonly dataFolder: string | 'memory'
  /** Where the requests that the providers' stand-ins got can be read, if there are stand-ins. */
  readonly sandboxLog?: string | undefined
  readonly pid: number
  /** Milliseconds since the epoch. */
  readonly startedAt: number
}

const folderOf = (projectFolder: string) => join(projectFolder, '.local', 'running')

/** Registers a running API for `token` and for later starts, and returns a function that removes the entry. */
export const announceApi = (projectFolder: string, api: RunningApi): (() => void) => {
  const folder = folderOf(projectFolder)
  const file = join(folder, `${api.pid}.json`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  replaceFile(file, `${JSON.stringify(api, null, 2)}\n`)
  return () => rmSync(file, { force: true })
}

/** The running APIs, the last started first. Entries of killed ones are removed. */
export const runningApis = (projectFolder: string): readonly RunningApi[] => {
  const folder = folderOf(projectFolder)
  return (orUndefined(() => readdirSync(folder)) ?? [])
    .filter((name) => /^\d+\.json$/.test(name))
    .flatMap((name) => {
      const file = join(folder, name)
      if (isAlive(Number.parseInt(name, 10)))
        return orUndefined(() => JSON.parse(readFileSync(file, 'utf8')) as RunningApi) ?? []
      rmSync(file, { force: true })
      return []
    })
    .sort((one, other) => other.startedAt - one.startedAt)
}

/**
 * The API that runs on these data, which no second engine may open. A living process id proves nothing: after a kill -9 another process may
 * have the same id, as in a container, where each run has the same ids.
 */
export const runningApiOn = async (
  projectFolder: string,
  dataFolder: string | 'memory',
): Promise<RunningApi | undefined> => {
  if (dataFolder === 'memory') return undefined
  const other = runningApis(projectFolder).find((api) => api.dataFolder === dataFolder)
  return other !== undefined && (await listensAt(Number(new URL(other.api).port))) ? other : undefined
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
