import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// A template that is left in the run's folder would be read under every later mutant.
process.env['TMPDIR'] = mkdtempSync(join(tmpdir(), 'mutant-'))
