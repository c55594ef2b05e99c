import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pythonPrograms } from '../test/proofs/imitation/pythonPrograms.ts'
import { hasPython } from '../test/proofs/installedPython.ts'
import { CommandFailed, createProgram, runProgram } from './commandLine/runProgram.ts'

/** Two regions whose CloudFormation has every resource type, and one that has no budgets. */
const regions = ['us-east-1', 'eu-central-1', 'eu-north-1']

const description = `Checks the templates of every setting and each pair of settings with cfn-lint, AWS's own check, by the specification of each region. Needs Python 3, and is
skipped without it.`

const program = createProgram('npm run lint:templates --', description)
program.action(async () => {
  if (!hasPython()) {
    process.stdout.write('lint:templates is skipped: there is no python3 that can make virtual environments\n')
    return
  }
  // The CDK would take seconds of every --help.
  const { bundleFunctions } = await import('../infra/build/bundle.ts')
  const { serviceApp } = await import('../infra/serviceApp.ts')
  const { contextOf, settingCases } = await import('../test/infra/settingCases.ts')
  const linter = join(pythonPrograms(), 'cfn-lint')
  const folder = mkdtempSync(join(tmpdir(), 'templates-'))
  let failed = 0
  try {
    await bundleFunctions()
    for (const [index, names] of settingCases().entries()) {
      const outdir = join(folder, String(index))
      const context = { ...contextOf(names), stackName: 'linted' }
      serviceApp({ context, outdir, validated: false }).synth()
      const known = names.includes('monthlyBudget') ? regions.slice(0, -1) : regions
      // The CDK adds dependencies even if a reference implies them, and the service prints addresses of the data stack.
      const options = [
        '--ignore-checks',
        'W3005',
        'W6001',
        '--regions',
        ...known,
        '--template',
        ...readdirSync(outdir).flatMap((file) => (file.endsWith('.template.json') ? [join(outdir, file)] : [])),
      ]
      const { status, stdout, stderr } = spawnSync(linter, options, { encoding: 'utf8' })
      process.stdout.write(`${names.join(' ') || 'no settings'}: ${status === 0 ? 'fine' : `\n${stdout}${stderr}`}\n`)
      if (status !== 0) failed++
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  if (failed > 0) throw new CommandFailed()
})

process.exitCode = await runProgram(program, process.argv.slice(2))
