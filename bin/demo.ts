import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { specified, toolset } from '../test/demo/toolset.ts'
import { walk } from '../test/demo/walk.ts'
import { runningApis } from '../test/harness/cli/runningApis.ts'
import { chosenApi } from '../test/harness/cli/tokenCommand.ts'

/** `npm run demo [-- --api URL]`: a guided first hour with a running local API; status 1 when an answer is not as documented. */
const projectFolder = resolve(import.meta.dirname, '..')

try {
  const { values } = parseArgs({ options: { api: { type: 'string' } } })
  const { api } = chosenApi(runningApis(projectFolder), values.api)
  const recipientId = `demo-${Date.now().toString(36)}`
  const token = execFileSync(
    process.execPath,
    [resolve(projectFolder, 'bin/local.ts'), 'token', '--recipient', recipientId, '--api', api],
    { encoding: 'utf8', cwd: projectFolder },
  ).trim()
  const { called, notCalled } = await walk(toolset, { api, token, recipientId, write: console.log })
  const ofInterface = specified.filter((id) => called.has(id)).length
  const companions = called.size - ofInterface
  console.log(
    `\n${ofInterface} of ${specified.length} operations and ${companions} companions, every answer as documented.`,
  )
  if (notCalled.length > 0) console.log(`Not part of the walk: ${notCalled.join(', ')}`)
  if (ofInterface < specified.length) process.exitCode = 1
} catch (error) {
  console.error(`\ndemo: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
