import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { styleText } from 'node:util'
import { deploymentSettings } from '../infra/deploymentSettings.ts'
import { keptContext } from '../infra/keptContext.ts'
import { awsCli, type Finding } from '../infra/operators/awsCli.ts'
import { examineAws } from '../infra/operators/examineAws.ts'
import { examineFacts } from '../infra/operators/examineFacts.ts'
import { operations } from '../shared/operations.ts'
import { socketRoutes } from '../shared/sockets.ts'
import { workers } from '../shared/workers.ts'
import { CommandFailed, createProgram, runProgram } from './commandLine/runProgram.ts'

const symbols = { good: styleText('green', '✓'), optional: styleText('yellow', '·'), missing: styleText('red', '✗') }

const examineNpm = (): Finding => {
  const version = spawnSync('npm', ['--version'], { encoding: 'utf8' }).stdout?.trim()
  return version
    ? { subject: 'npm', state: 'good', text: version }
    : { subject: 'npm', state: 'missing', text: 'none on the PATH: it comes with Node.js' }
}

const examineBrowser = async (): Promise<Finding> => {
  const { findBrowser } = await import('../test/support/browser.ts')
  const found = findBrowser()
  return found === ''
    ? { subject: 'Browser', state: 'optional', text: 'none: the tests of the overlay are skipped' }
    : { subject: 'Browser', state: 'good', text: found }
}

/** The machine of a developer. The examination of an account needs nothing of `test`. */
const examineMachine = async (): Promise<readonly Finding[]> => {
  const { examine } = await import('../test/support/examineMachine.ts')
  const folder = resolve(import.meta.dirname, '..')
  const facts = examineFacts(join(folder, 'shared/providers'), new Date())
  return [...(await examine(folder)), examineNpm(), await examineBrowser(), facts]
}

/** Of each area's gateway, and of the WebSocket API's. */
const gatewayRoles = new Set(operations.map(({ area }) => area)).size + 1

const examineAccount = () => {
  const { settings } = deploymentSettings(keptContext(), keptContext())
  const webhooks = operations.filter(({ rawBody }) => rawBody).length
  const roles = operations.length + workers.length + socketRoutes.length + gatewayRoles
  return examineAws(awsCli, process.env, settings, { webhooks, roles })
}

const program = createProgram(
  'npm run doctor --',
  'Looks at this machine, or at an AWS account, and says what is missing',
)
  .option(
    '--aws',
    'the account and region that the AWS environment names: what a deployment needs, by reading calls of the AWS CLI',
  )
  .option('--json', 'prints one JSON object')
  .action(async ({ aws: isAccount, json }: { readonly aws?: true; readonly json?: true }) => {
    const findings = isAccount ? await examineAccount() : await examineMachine()
    const lines = findings.map(({ subject, state, text }) => `${symbols[state]} ${subject.padEnd(16)} ${text}\n`)
    process.stdout.write(json ? `${JSON.stringify({ findings })}\n` : lines.join(''))
    if (findings.some(({ state }) => state === 'missing')) throw new CommandFailed()
  })

process.exitCode = await runProgram(program, process.argv.slice(2))
