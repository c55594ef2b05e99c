import { readFileSync } from 'node:fs'

/** How often a running process is measured; V8 allocates about 1 MB a millisecond at its fastest. */
const periodMilliseconds = 20

/**
 * Calls `onExceeded` when the process holds more than `limitMegabytes` of resident memory, as Lambda counts it.
 * Without `/proc` (macOS) nothing is measured or limited. Returns a function that measures once more and ends the watch:
 * many short invocations may leak as much as a long one.
 */
export const watchMemory = (pid: number, limitMegabytes: number, onExceeded: () => void): (() => void) => {
  const measure = () => {
    if (residentMegabytes(pid) > limitMegabytes) onExceeded()
  }
  const timer = setInterval(measure, periodMilliseconds)
  timer.unref()
  return () => {
    clearInterval(timer)
    measure()
  }
}

const residentMegabytes = (pid: number): number => {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? []
    return Number(kilobytes ?? 0) / 1024
  } catch {
    return 0
  }
}
