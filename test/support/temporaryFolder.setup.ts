import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Gives the run its own temporary folder, and removes it with everything that tests and their processes left there. The compiled code of
 * hundreds of processes is cached there too, because otherwise each of them would compile the same modules.
 */
export const setup = (): (() => void) => {
  const folder = mkdtempSync(join(tmpdir(), 'streaming-tests-'))
  const before = new Map(['TMPDIR', 'NODE_COMPILE_CACHE'].map((name) => [name, process.env[name]]))
  Object.assign(process.env, { TMPDIR: folder, NODE_COMPILE_CACHE: join(folder, 'compiled') })
  return () => {
    for (const [name, value] of before)
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}
