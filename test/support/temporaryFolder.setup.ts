import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Gives the run a temporary folder of its own, and takes it away with all that tests and their processes left in it. Compiled code of
 * its hundreds of processes is kept there, too: without it each of them compiles the same modules.
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
