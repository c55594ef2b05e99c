import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installedPython } from '../installedPython.ts'

/** An imitation of AWS whose authors do not know this project, what it needs for KMS, and AWS's own check of templates. */
const requirements = join(import.meta.dirname, 'requirements.txt')

/** The argument that the imitation forgets where a nested stack is updated: attributes of resources that stay as they are. */
const forgotten = {
  file: 'ministack/services/cloudformation/provisioners.py',
  call: 'old_tagged, new_tagged, child_name, child_logical_id,',
  argument: 'old_attrs=prev.get("Attributes"),',
} as const

/** @throws Error for a version of the imitation that this correction does not fit */
const mendNestedUpdates = (folder: string): void => {
  const file = globSync(join(folder, 'lib/python3*/site-packages', forgotten.file))[0] ?? forgotten.file
  const [before = '', after, ...others] = readFileSync(file, 'utf8').split(forgotten.call)
  if (after === undefined || others.length > 0) throw new Error(`${file}: the update of nested stacks has changed`)
  writeFileSync(file, `${before}${forgotten.call} ${forgotten.argument}${after}`)
}

/** The folder of the programs of the packages. */
export const pythonPrograms = (): string => installedPython('python', requirements, mendNestedUpdates)
