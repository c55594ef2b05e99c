import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { synthesize } from '../../local/runner/cli/synthesis.ts'
import { copyProject } from '../../support/copyProject.ts'

/** A folder with everything of a run: a copy of the project, which nobody changes meanwhile, the data, and all processes. */
export interface Workplace {
  readonly folder: string
  readonly projectFolder: string
  readonly assemblyFolder: string
  readonly dataFolder: string
  readonly logFile: string
}

/** Makes a temporary one, with the sources as they are now. */
export const openWorkplace = async (projectFolder: string): Promise<Workplace> => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'kills-')))
  const copy = join(folder, 'project')
  copyProject(projectFolder, copy)
  const { assemblyFolder, release } = await synthesize(copy)
  release()
  const [dataFolder, logFile] = [join(folder, 'data'), join(folder, 'api.log')]
  return { folder, projectFolder: copy, assemblyFolder, dataFolder, logFile }
}

export const closeWorkplace = ({ folder }: Workplace): void => rmSync(folder, { recursive: true, force: true })
