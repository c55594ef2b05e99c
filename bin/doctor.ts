import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { styleText } from 'node:util'
import { examine, type Finding } from '../test/harness/cli/examination.ts'
import { CommandFailed, createProgram, runProgram } from '../test/harness/cli/runProgram.ts'
import { findBrowser } from '../test/support/browser.ts'

const marks = { good: styleText('green', '✓'), optional: styleText('yellow', '·'), missing: styleText('red', '✗') }

const examineNpm = (): Finding => {
  const version = spawnSync('npm', ['--version'], { encoding: 'utf8' }).stdout?.trim()
  return version
    ? { subject: 'npm', state: 'good', text: version }
    : { subject: 'npm', state: 'missing', text: 'none on the PATH: it comes with Node.js' }
}

const examineBrowser = (): Finding => {
  const found = findBrowser()
  return found === ''
    ? { subject: 'Browser', state: 'optional', text: 'none: the tests of the overlay are skipped' }
    : { subject: 'Browser', state: 'good', text: found }
}

const program = createProgram(
  'npm run doctor --',
  'Looks at this machine, and says what is missing to start and to test',
)
  .option('--json', 'as one JSON object')
  .action(async ({ json }: { readonly json?: true }) => {
    const machine = await examine(resolve(import.meta.dirname, '..'))
    const findings = [...machine, examineNpm(), examineBrowser()]
    const lines = findings.map(({ subject, state, text }) => `${marks[state]} ${subject.padEnd(16)} ${text}\n`)
    process.stdout.write(json ? `${JSON.stringify({ findings })}\n` : lines.join(''))
    if (findings.some(({ state }) => state === 'missing')) throw new CommandFailed()
  })

process.exitCode = await runProgram(program, process.argv.slice(2))
