import { join } from 'node:path'
import { projectFolder } from '../../../infra/build/functionEntries.ts'
import { copyProject } from '../../support/copyProject.ts'
import { shared } from './shared.ts'
import { temporaryFolder } from './temporaryFolder.ts'

/** A copy of the sources that can be synthesized, started and changed while somebody works on the project. */
export const projectCopy = shared(async () => {
  const copy = join(await temporaryFolder(), 'project')
  copyProject(projectFolder, copy)
  return copy
})
