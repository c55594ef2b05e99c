import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { faultsOf, type ResourceRow, resourceTable, tableLines } from '../test/local/demo/resourceTable.ts'
import { specified, toolset } from '../test/local/demo/toolset.ts'
import { type WalkResult, walk } from '../test/local/demo/walk.ts'
import { localApi } from './commandLine/localApi.ts'
import { CommandFailed, createProgram, runProgram } from './commandLine/runProgram.ts'

const projectFolder = resolve(import.meta.dirname, '..')

const tokenFor = (recipient: string, api: string): string =>
  execFileSync(
    process.execPath,
    [resolve(projectFolder, 'bin/local.ts'), 'token', '--recipient', recipient, '--api', api],
    { encoding: 'utf8', cwd: projectFolder },
  ).trim()

const print = ({ called, notCalled }: WalkResult, ofInterface: number, rows: readonly ResourceRow[]): void => {
  const companions = called.size - ofInterface
  console.log(
    `\n${ofInterface} of ${specified.length} operations and ${companions} companions, every answer as documented.`,
  )
  console.log(`\n${tableLines(rows).join('\n')}\n`)
  if (notCalled.length > 0) console.log(`Not part of the tour: ${notCalled.join(', ')}`)
}

const program = createProgram(
  'npm run demo --',
  'Calls the operations of the running local API in a guided tour, and checks that every answer is as documented',
)
  .option('--api <url>', 'which of several running APIs (default: the one started last)')
  .option(
    '--json',
    'prints one JSON object: the operations that were called and those that were not; the tour goes to stderr',
  )
  .action(async (flags: { readonly api?: string; readonly json?: true }) => {
    const { api, sandboxLog } = localApi(flags.api)
    const recipientId = `demo-${Date.now().toString(36)}`
    const token = tokenFor(recipientId, api)
    const write = flags.json ? console.error : console.log
    const anotherToken = tokenFor(`${recipientId}-another`, api)
    const result = await walk(toolset, { api, token, anotherToken, recipientId, sandboxLog, write })
    const { called, notCalled, endpoints } = result
    const rows = resourceTable(endpoints)
    const ofInterface = specified.filter((id) => called.has(id)).length
    if (flags.json) process.stdout.write(`${JSON.stringify({ called: [...called], notCalled })}\n`)
    else print(result, ofInterface, rows)
    if (ofInterface < specified.length || faultsOf(rows).gaps.length > 0) throw new CommandFailed()
  })

process.exitCode = await runProgram(program, process.argv.slice(2))
