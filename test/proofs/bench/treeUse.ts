import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks a second in /proc, on every Linux that Node runs on. */
const ticksOfSecond = 100

/** What a process and its descendants have used until now, and what the living ones hold. */
export interface TreeUse {
  /** User and system, with that of descendants that have ended. */
  readonly processorMilliseconds: number
  /** What all processes hold of their own, and once what they share, as Node's own program. */
  readonly residentBytes: number
  readonly processes: number
}

/** The fields of a process's state after its name, which may hold blanks; none when it has ended. */
const stateOf = (processId: string): readonly string[] => {
  try {
    return readFileSync(`/proc/${processId}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
  } catch {
    return []
  }
}

/** Processor time of processes alone until now, user and system; none of those that have ended. */
export const processorMillisecondsOf = (processIds: readonly string[]): number =>
  processIds.map(stateOf).reduce((sum, state) => sum + Number(state[11] ?? 0) + Number(state[12] ?? 0), 0) *
  (1000 / ticksOfSecond)

/** The bytes of a process's memory that belong to it alone, and those that are parts of files. */
const memoryOf = (processId: string): { readonly own: number; readonly ofFiles: number } => {
  try {
    const status = readFileSync(`/proc/${processId}/status`, 'utf8')
    const bytes = (name: string): number =>
      Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) * 1024
    return { own: bytes('RssAnon') + bytes('RssShmem'), ofFiles: bytes('RssFile') }
  } catch {
    return { own: 0, ofFiles: 0 }
  }
}

/** Undefined where there is no /proc. https://man7.org/linux/man-pages/man5/proc_pid_status.5.html */
export const treeUse = (processId: number): TreeUse | undefined => {
  if (process.platform !== 'linux') return undefined
  const states = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((id) => [id, stateOf(id)]),
  )
  const isInTree = (id: string): boolean => {
    if (id === String(processId)) return true
    const parent = states.get(id)?.[1]
    return parent !== undefined && isInTree(parent)
  }
  const ids = [...states.keys()].filter(isInTree)
  const tree = ids.map((id) => states.get(id) ?? [])
  const memory = ids.map(memoryOf)
  const total = (...fields: readonly number[]): number =>
    tree.reduce((sum, state) => fields.reduce((part, field) => part + Number(state[field]), sum), 0)
  return {
    processorMilliseconds: (total(11, 12, 13, 14) / ticksOfSecond) * 1000,
    residentBytes: memory.reduce((sum, { own }) => sum + own, Math.max(...memory.map(({ ofFiles }) => ofFiles))),
    processes: tree.length,
  }
}
