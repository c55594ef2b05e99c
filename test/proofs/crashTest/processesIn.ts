import { readdirSync, readlinkSync } from 'node:fs'
import { sep } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const cwdOf = (pid: string): string => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return ''
  }
}

const isWithin = (folder: string, path: string): boolean => path === folder || path.startsWith(`${folder}${sep}`)

/** Whether this system tells where processes work. */
export const tellsProcesses = process.platform === 'linux'

/** The processes that work in a folder, whoever their parent is by now. Zombies work nowhere. */
export const processesIn = (folder: string): readonly number[] => {
  if (!tellsProcesses) return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && name !== String(process.pid) && isWithin(folder, cwdOf(name)))
    .map(Number)
}

/** Kills processes that may be gone already. */
export const killAll = (pids: readonly number[]): void => {
  for (const pid of pids)
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
}

/** Waits until these processes have left the folder; answers those that have not by then. */
export const survivorsOf = async (
  pids: readonly number[],
  folder: string,
  patience: number,
): Promise<readonly number[]> => {
  const left = () => {
    const there = new Set(processesIn(folder))
    return pids.filter((pid) => there.has(pid))
  }
  for (const end = performance.now() + patience; performance.now() < end; await sleep(20))
    if (left().length === 0) return []
  return left()
}
