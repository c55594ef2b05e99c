import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pythonPrograms } from '../test/proofs/imitation/pythonPrograms.ts'
import { hasPython } from '../test/proofs/installedPython.ts'
import { CommandFailed, createProgram, runProgram } from './commandLine/runProgram.ts'

/** Two regions whose CloudFormation has every resource type, and one that has no budgets. */
const regions = ['us-east-1', 'eu-central-1', 'eu-north-1']

/** What the linter reports of the templates in a folder, or why it did not run; undefined if they pass. */
const complaintsOf = (linter: string, folder: string, known: readonly string[]): Promise<string | undefined> => {
  // The CDK adds dependencies even if a reference implies them, and the service prints addresses of the data stack.
  const options = ['--ignore-checks', 'W3005', 'W6001', '--regions', ...known, '--template']
  const templates = readdirSync(folder).filter((file) => file.endsWith('.template.json'))
  return new Promise((resolve) => {
    execFile(linter, [...options, ...templates.map((file) => join(folder, file))], (error, stdout, stderr) => {
      resolve(error === null ? undefined : `\n${stdout + stderr || error.message}`)
    })
  })
}

const description = `Checks the templates of every setting and each pair of settings with cfn-lint, AWS's own check, by the specification of each region. Needs Python 3, and is
skipped without it.`

const program = createProgram('npm run lint:templates --', description)
program.action(async () => {
  if (!hasPython()) {
    process.stdout.write('lint:templates is skipped: there is no python3 that can make virtual environments\n')
    return
  }
  // The CDK would take seconds of every --help.
  const { bundleFunctions } = await import('../infra/bundling/bundle.ts')
  const { serviceApp } = await import('../infra/serviceApp.ts')
  const { contextOf, settingCases } = await import('../test/suites/infra/settingCases.ts')
  const linter = join(pythonPrograms(), 'cfn-lint')
  const folder = mkdtempSync(join(tmpdir(), 'templates-'))
  let failed = 0
  try {
    // A folder of its own, so that other programs may bundle at the same time.
    const bundleFolder = join(folder, 'functions')
    await bundleFunctions({ folder: bundleFolder })
    const cases = settingCases()
    const atOnce = availableParallelism()
    for (let start = 0; start < cases.length; start += atOnce) {
      const reports = cases.slice(start, start + atOnce).map(async (names, index) => {
        const outdir = join(folder, String(start + index))
        const context = { ...contextOf(names), stackName: 'linted' }
        serviceApp({ context, outdir, bundleFolder, validated: false }).synth()
        const complaints = await complaintsOf(
          linter,
          outdir,
          names.includes('monthlyBudget') ? regions.slice(0, -1) : regions,
        )
        return { names, complaints }
      })
      for (const { names, complaints } of await Promise.all(reports)) {
        process.stdout.write(`${names.join(' ') || 'no settings'}: ${complaints ?? 'fine'}\n`)
        if (complaints !== undefined) failed++
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  if (failed > 0) throw new CommandFailed()
})

process.exitCode = await runProgram(program, process.argv.slice(2))
