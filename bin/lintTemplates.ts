import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pythonPrograms } from '../test/proofs/awsImitation/pythonPrograms.ts'
import { hasPython } from '../test/proofs/installedPython.ts'
import { CommandFailed, createProgram, runProgram } from './commandLine/runProgram.ts'

/** Two regions whose CloudFormation has every resource type, and one that has no budgets. */
const regions = ['us-east-1', 'eu-central-1', 'eu-north-1']

/** What the linter reports of templates, or why it did not run; undefined if they pass. */
const complaintsOf = (
  linter: string,
  files: readonly string[],
  known: readonly string[],
): Promise<string | undefined> => {
  // The CDK adds dependencies even if a reference implies them, and the service prints addresses of the data stack.
  const options = ['--ignore-checks', 'W3005', 'W6001', '--regions', ...known, '--template']
  return new Promise((resolve) => {
    execFile(linter, [...options, ...files], (error, stdout, stderr) => {
      resolve(error === null ? undefined : stdout + stderr || error.message)
    })
  })
}

/** Files of templates by what they hold: most settings leave most stacks as they are. */
const templatesIn = (folders: readonly string[]): ReadonlyMap<string, string> => {
  const files = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  const templates = files.filter((file) => file.endsWith('.template.json'))
  return new Map(templates.map((file) => [readFileSync(file, 'utf8'), file]))
}

const filesOf = (templates: readonly (readonly [string, string])[]) => templates.map(([, file]) => file)

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
  const complaints: string[] = []
  try {
    // A folder of its own, so that other programs may bundle at the same time.
    const bundleFolder = join(folder, 'functions')
    await bundleFunctions({ folder: bundleFolder })
    const folders = settingCases().map((names, index) => {
      process.stdout.write(`${index}: ${names.join(' ') || 'no settings'}\n`)
      const outdir = join(folder, String(index))
      const context = { ...contextOf(names), stackName: 'linted' }
      serviceApp({ context, outdir, bundleFolder, validated: false }).synth()
      return outdir
    })
    const templates = [...templatesIn(folders)]
    const holdsBudget = ([text]: readonly [string, string]) => text.includes('"AWS::Budgets::Budget"')
    const budgets = templates.filter(holdsBudget)
    const others = templates.filter((template) => !holdsBudget(template))
    const atOnce = availableParallelism()
    const parts = Array.from({ length: atOnce }, (_, part) => others.filter((_, index) => index % atOnce === part))
    const reports = await Promise.all([
      complaintsOf(linter, filesOf(budgets), regions.slice(0, -1)),
      ...parts.map((part) => complaintsOf(linter, filesOf(part), regions)),
    ])
    complaints.push(...reports.filter((report) => report !== undefined))
    process.stdout.write(`${folders.length} cases have ${templates.length} different templates\n`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  for (const complaint of complaints) process.stdout.write(complaint)
  if (complaints.length > 0) throw new CommandFailed()
})

process.exitCode = await runProgram(program, process.argv.slice(2))
