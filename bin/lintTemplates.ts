import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleFunctions } from '../infra/bundle.ts'
import { serviceApp } from '../infra/serviceApp.ts'
import { CommandFailed, createProgram, runProgram } from '../test/harness/cli/runProgram.ts'
import { hasPython, pythonPrograms } from '../test/imitation/pythonPrograms.ts'

/** Every setting that adds to the template, but for those that exclude each other. */
const settings = {
  callbackUrls: 'https://app.example.com/',
  alarmEmail: 'ops@example.com',
  scope: 'aws.cognito.signin.user.admin',
  removeData: true,
  logRetention: 7,
}
const issuer = { issuer: 'https://id.example.com', audience: 'tools', recipientClaim: 'streamer' }
const cases = [
  { name: 'no-settings', regions: ['us-east-1', 'eu-central-1', 'eu-north-1'], context: {} },
  { name: 'issuer', regions: ['us-east-1'], context: issuer },
  { name: 'settings', regions: ['eu-north-1'], context: settings },
  { name: 'settings-and-budget', regions: ['us-east-1', 'eu-central-1'], context: { ...settings, monthlyBudget: 20 } },
] as const

const description = `Checks the templates of several settings with cfn-lint, AWS's own check, by the specification of each region. Needs Python 3, and is
skipped without it.`

const program = createProgram('npm run lint:templates', description)
program.action(async () => {
  if (!hasPython()) {
    process.stdout.write('lint:templates is skipped: there is no python3 that can make virtual environments\n')
    return
  }
  const linter = join(await pythonPrograms(), 'cfn-lint')
  const folder = mkdtempSync(join(tmpdir(), 'templates-'))
  let failed = 0
  try {
    await bundleFunctions()
    for (const { name, regions, context } of cases) {
      const outdir = join(folder, name)
      serviceApp({ context: { ...context, stackName: name }, outdir, validated: false }).synth()
      const template = join(outdir, `${name}.template.json`)
      // The CDK names dependencies also where a reference implies them.
      const options = ['--ignore-checks', 'W3005', '--regions', ...regions, '--template', template]
      const { status, stdout, stderr } = spawnSync(linter, options, { encoding: 'utf8' })
      process.stdout.write(`${name} in ${regions.join(', ')}: ${status === 0 ? 'fine' : `\n${stdout}${stderr}`}\n`)
      if (status !== 0) failed++
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  if (failed > 0) throw new CommandFailed()
})

process.exitCode = await runProgram(program, process.argv.slice(2))
