import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The compiled code of packages and programs, for the hundreds of processes of a run and for the next run. */
const compiled = fileURLToPath(new URL('../../.local/compileCache', import.meta.url))

/** Gives the run its own temporary folder, and removes it with everything that tests and their processes left there. */
export const setup = (): (() => void) => {
  const folder = mkdtempSync(join(tmpdir(), 'streaming-tests-'))
  const before = new Map(['TMPDIR', 'NODE_COMPILE_CACHE'].map((name) => [name, process.env[name]]))
  Object.assign(process.env, { TMPDIR: folder, NODE_COMPILE_CACHE: compiled })
  return () => {
    for (const [name, value] of before)
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}
