import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shared } from './shared.ts'

/** A folder that is gone after the run. */
export const temporaryFolder = shared(async (onEnd) => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  onEnd(() => rmSync(folder, { recursive: true, force: true }))
  return folder
})
