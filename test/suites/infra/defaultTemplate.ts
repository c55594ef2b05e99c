import { existsSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readTemplate } from './readTemplate.ts'
import type { Template } from './template.ts'

/** The folder of the assembly of a deployment without settings, once it has been made. */
export const defaultAssembly = join(tmpdir(), 'default-assembly')

/**
 * The template of a deployment without settings, which many files only read: the run's temporary folder keeps the first one, and whoever
 * finds it does not even load the CDK.
 */
export const defaultTemplate = async (): Promise<Template> => {
  if (!existsSync(defaultAssembly)) {
    const { appWith } = await import('./synthesize.ts')
    // As `bin/app.ts` does, which names the version of its sources.
    const { app, outdir } = appWith({ version: '1.0.0' })
    app.synth()
    try {
      renameSync(outdir, defaultAssembly)
    } catch {
      // Another process was faster: a folder that has files is not replaced.
      return readTemplate(outdir)
    }
  }
  return readTemplate(defaultAssembly)
}
