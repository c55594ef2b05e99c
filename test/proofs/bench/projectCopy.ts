import { join } from 'node:path'
import { projectFolder } from '../../../infra/bundling/functionEntries.ts'
import { copyProject } from '../../support/copyProject.ts'
import { shared } from './shared.ts'
import { temporaryFolder } from './temporaryFolder.ts'

const copyNamed = (name: string) =>
  shared(async () => {
    const copy = join(await temporaryFolder(), name)
    copyProject(projectFolder, copy)
    return copy
  })

/** A copy of the sources that can be synthesized, started and changed while somebody works on the project. */
export const projectCopy = copyNamed('project')

/** Another one, whose assembly stays: functions of the traced APIs are started from it at any time. */
export const tracedCopy = copyNamed('traced')
