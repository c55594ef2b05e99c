import { readdirSync, readFileSync } from 'node:fs'
import type { Deployment } from '../../local/runner/deployment.ts'

const textOf = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // The process has ended, or is not ours.
    return ''
  }
}

const processIds = (): readonly string[] => readdirSync('/proc').filter((name) => /^\d+$/.test(name))

/** Bytes of memory at the peak of a process; undefined where there is no /proc, and when it has ended. */
export const peakBytesOf = (processId: string | number): number | undefined => {
  const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(textOf(`/proc/${processId}/status`)) ?? []
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
}

/** The living processes of a function; none where there is no /proc. */
export const processesOf = ({ functions }: Deployment, functionId: string): readonly string[] => {
  if (process.platform !== 'linux') return []
  const resource = functions.find(({ id }) => id === functionId)
  const marks = [`LAMBDA_TASK_ROOT=${resource?.codeFolder}\0`, `AWS_LAMBDA_FUNCTION_NAME=${resource?.name}\0`]
  return processIds().filter((id) => marks.every((mark) => textOf(`/proc/${id}/environ`).includes(mark)))
}

/** The process of the engine that listens at a port of this machine; none where there is no /proc. */
export const engineAt = (port: number): readonly string[] => {
  if (process.platform !== 'linux') return []
  return processIds().filter((id) => {
    const command = textOf(`/proc/${id}/cmdline`)
    return /^[^\0]*(?:dynoxide|java)\0/.test(command) && command.includes(`-port\0${port}\0`)
  })
}

/** Bytes of memory at the peak of a function's processes; undefined where there is no /proc, and without a process. */
export const peakMemoryOf = (deployment: Deployment, functionId: string): number | undefined => {
  const peaks = processesOf(deployment, functionId).flatMap((id) => peakBytesOf(id) ?? [])
  return peaks.length === 0 ? undefined : Math.max(...peaks)
}
