import { existsSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readTemplate, type Template } from './template.ts'

/**
 * The template of a deployment without settings, which many files only read: the run's temporary folder keeps the first one, and whoever
 * finds it does not even load the CDK.
 */
export const defaultTemplate = async (): Promise<Template> => {
  const shared = join(tmpdir(), 'default-assembly')
  if (!existsSync(shared)) {
    const { appWith } = await import('./synthesize.ts')
    const { app, outdir } = appWith()
    app.synth()
    try {
      renameSync(outdir, shared)
    } catch {
      // Another process was faster: a folder that has files is not replaced.
      return readTemplate(outdir)
    }
  }
  return readTemplate(shared)
}
