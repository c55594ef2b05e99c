import { execFile, spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

export const projectFolder = resolve(import.meta.dirname, '../../..')

/** An imitation of AWS whose authors do not know this project, what it needs for KMS, and AWS's own check of templates. */
const packages = ['ministack==1.5.33', 'cryptography==50.0.2', 'cfn-lint==1.58.0']
const folder = join(projectFolder, '.local/python')
/** Names what is installed, so that another version is noticed. */
const receipt = join(folder, 'installed.txt')
const run = promisify(execFile)

/** The argument that the imitation forgets where a nested stack is updated: attributes of resources that stay as they are. */
const forgotten = {
  file: 'ministack/services/cloudformation/provisioners.py',
  call: 'old_tagged, new_tagged, child_name, child_logical_id,',
  argument: 'old_attrs=prev.get("Attributes"),',
} as const

/** @throws Error for a version of the imitation that this correction does not fit */
const mendNestedUpdates = (): void => {
  const file = globSync(join(folder, 'lib/python3*/site-packages', forgotten.file))[0] ?? forgotten.file
  const [before = '', after, ...others] = readFileSync(file, 'utf8').split(forgotten.call)
  if (after === undefined || others.length > 0) throw new Error(`${file}: the update of nested stacks has changed`)
  writeFileSync(file, `${before}${forgotten.call} ${forgotten.argument}${after}`)
}

/** Whether there is a Python that can make virtual environments. */
export const hasPython = (): boolean => spawnSync('python3', ['-c', 'import venv, ensurepip']).status === 0

/** The folder of the programs of the packages, in a virtual environment that is made when there is none. */
export const pythonPrograms = async (): Promise<string> => {
  const programs = join(folder, 'bin')
  const wanted = packages.join('\n')
  if (existsSync(receipt) && readFileSync(receipt, 'utf8') === wanted) return programs
  rmSync(folder, { recursive: true, force: true })
  await run('python3', ['-m', 'venv', folder])
  await run(join(programs, 'pip'), ['install', '--quiet', ...packages])
  mendNestedUpdates()
  writeFileSync(receipt, wanted)
  return programs
}
