import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { projectFolder } from '../../../../infra/bundling/functionEntries.ts'
import { copyProject } from '../../../support/copyProject.ts'
import { scriptOutcomes } from '../../../support/scriptOutcomes.ts'

/** A project with a release that has no setting `donationPage`, and keeps a domain in its own `cdk.json`. */
const releasedProject = () => {
  const folder = mkdtempSync(join(tmpdir(), 'released-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const project = join(folder, 'project')
  copyProject(projectFolder, project)
  const git = (...words: readonly string[]) =>
    String(execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...words], { cwd: project })).trim()
  const [settings, tracked] = [join(project, 'infra/settings.ts'), join(project, 'cdk.json')]
  const today = readFileSync(settings, 'utf8')
  writeFileSync(settings, today.replace(/^ *donationPage: .*\n/m, ''))
  git('init', '--quiet')
  git('add', 'infra', 'shared', 'package.json', 'cdk.json')
  git('commit', '--quiet', '--message', 'release')
  writeFileSync(settings, today)
  const keep = (file: string, context: object) => writeFileSync(join(project, file), JSON.stringify(context))
  const run = async (...args: readonly string[]) => {
    const [outcome] = await scriptOutcomes([{ program: join(project, 'bin/settings.ts'), args }], process.env)
    return outcome
  }
  return { release: git('rev-parse', 'HEAD'), keep, run, tracked: JSON.parse(readFileSync(tracked, 'utf8')) as object }
}

test('settings of the untracked file are those of a deployment and of an older release, and name their source', async () => {
  const { release, keep, run } = releasedProject()
  keep('cdk.context.json', { rateLimit: 50, stages: { dev: { logRetention: 7 } } })

  expect((await run())?.stdout).toMatch(/^rateLimit +50 +cdk\.context\.json$/m)
  expect((await run('-c', 'stage=dev'))?.stdout).toMatch(/^logRetention +7 +stage$/m)
  expect(await run('--known-by', release)).toEqual({
    status: 0,
    stdout: `${release} has the same settings\n`,
    stderr: '',
  })
})

test('a setting that an older release does not know says so before a way back begins', async () => {
  const { release, keep, run } = releasedProject()
  keep('cdk.context.json', { donationPage: false })

  const outcome = await run('--known-by', release)

  expect(outcome).toMatchObject({ status: 1, stdout: expect.stringContaining('unknown setting donationPage') })
})

test('a setting in the tracked file, which an older release would lose, says so before a way back begins', async () => {
  const { release, keep, run, tracked } = releasedProject()
  keep('cdk.json', { ...tracked, context: { rateLimit: 50 } })

  const outcome = await run('--known-by', release)

  expect(outcome).toEqual({
    status: 1,
    stdout: 'rateLimit is 50 here and 200 there: keep it in cdk.context.json\n',
    stderr: '',
  })
})

test('a commit that the history lacks is refused with the step', async () => {
  const { run } = releasedProject()

  expect((await run('--known-by', '0123456789'))?.stderr).toContain('git fetch --unshallow')
})
