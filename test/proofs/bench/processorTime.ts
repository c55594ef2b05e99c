import { readdirSync, readFileSync } from 'node:fs'

/** Clock ticks a second in /proc, on every Linux that Node runs on. */
const ticksOfSecond = 100

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
 * Processor milliseconds of a session's living processes, user and system; undefined where there is no /proc. A session is what a
 * detached process begins and its children stay in. https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
 */
export const sessionMilliseconds = (sessionId: number): number | undefined => {
  if (process.platform !== 'linux') return undefined
  const processIds = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const states = processIds.map(stateOf).filter((fields) => fields[3] === String(sessionId))
  const ticks = states.reduce((sum, fields) => sum + Number(fields[11]) + Number(fields[12]), 0)
  return (ticks / ticksOfSecond) * 1000
}
