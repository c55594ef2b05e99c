import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks a second in /proc, on every Linux that Node runs on. */
const ticksOfSecond = 100

/** Bytes of a page of memory, likewise. */
const pageBytes = 4096

/** What the living processes of a session have used until now, and what they hold. */
export interface SessionUse {
  /** User and system. */
  readonly processorMilliseconds: number
  readonly residentBytes: number
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

/**
 * Undefined where there is no /proc. A session is what a detached process begins and its children stay in.
 * https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
 */
export const sessionUse = (sessionId: number): SessionUse | undefined => {
  if (process.platform !== 'linux') return undefined
  const processIds = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const states = processIds.map(stateOf).filter((fields) => fields[3] === String(sessionId))
  const total = (field: number): number => states.reduce((sum, fields) => sum + Number(fields[field]), 0)
  return {
    processorMilliseconds: ((total(11) + total(12)) / ticksOfSecond) * 1000,
    residentBytes: total(21) * pageBytes,
  }
}
