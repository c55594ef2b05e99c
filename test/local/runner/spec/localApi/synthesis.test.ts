import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { assemblyOf, synthesize } from '../../cli/synthesis.ts'

const writesItsEnvironment = `
  const { mkdirSync, writeFileSync } = require('node:fs')
  const { CDK_OUTDIR, CDK_CONTEXT_JSON } = process.env
  mkdirSync(CDK_OUTDIR, { recursive: true })
  writeFileSync(CDK_OUTDIR + '/context.json', CDK_CONTEXT_JSON)`

/** A project whose CDK app is that program. */
const projectOf = (app: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'project-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'cdk.json'), JSON.stringify({ app: 'node app.cjs', output: 'out', context: { a: 1 } }))
  writeFileSync(join(folder, 'app.cjs'), app)
  return folder
}

test('runs the app with the folder and the context of cdk.json', async () => {
  const project = projectOf(writesItsEnvironment)

  const { assemblyFolder, release } = await synthesize(project)

  expect(assemblyFolder).toBe(join(project, 'out'))
  expect(JSON.parse(readFileSync(join(assemblyFolder, 'context.json'), 'utf8'))).toEqual({ a: 1 })
  release()
})

test('the app runs by the Node.js of this process, whatever the PATH finds first', async () => {
  const project = projectOf('require("node:fs").writeFileSync("runtime", process.execPath)')
  mkdirSync(join(project, 'bin'))
  writeFileSync(join(project, 'bin', 'node'), '#!/bin/sh\nexit 4', { mode: 0o755 })
  vi.stubEnv('PATH', `${join(project, 'bin')}:${process.env['PATH']}`)
  onTestFinished(() => void vi.unstubAllEnvs())

  const { release } = await synthesize(project)

  release()
  expect(readFileSync(join(project, 'runtime'), 'utf8')).toBe(process.execPath)
})

test('without settings, the folder is cdk.out and the context is empty', async () => {
  const project = projectOf(writesItsEnvironment)
  writeFileSync(join(project, 'cdk.json'), JSON.stringify({ app: 'node app.cjs' }))

  const { assemblyFolder, release } = await synthesize(project)

  release()
  expect(assemblyFolder).toBe(join(project, 'cdk.out'))
  expect(readFileSync(join(assemblyFolder, 'context.json'), 'utf8')).toBe('{}')
})

test('a failing app is one line, and the next synthesis is not blocked', async () => {
  const project = projectOf('process.exitCode = 3')

  await expect(synthesize(project)).rejects.toThrow(/^Synthesis failed: `node app\.cjs` ended with status 3$/)
  await expect(synthesize(project)).rejects.toThrow('Synthesis failed')
})

test('a second synthesis waits until the first assembly has been read', async () => {
  const project = projectOf(writesItsEnvironment)
  const first = await synthesize(project)
  rmSync(join(first.assemblyFolder, 'context.json'))

  const second = synthesize(project)
  await delay(300)
  expect(existsSync(join(first.assemblyFolder, 'context.json'))).toBe(false)
  first.release()

  const { release } = await second
  expect(existsSync(join(first.assemblyFolder, 'context.json'))).toBe(true)
  release()
})

test('the lock of a process that died is taken over', async () => {
  const project = projectOf(writesItsEnvironment)
  mkdirSync(join(project, '.local'))
  writeFileSync(join(project, '.local', 'synthesis.lock'), '999999999')

  const { release } = await synthesize(project)

  release()
})

test('the lock of a process that died before it had written its name is taken over', async () => {
  const project = projectOf(writesItsEnvironment)
  const file = join(project, '.local', 'synthesis.lock')
  mkdirSync(join(project, '.local'))
  writeFileSync(file, '')
  utimesSync(file, 100, 100)

  const { release } = await synthesize(project)

  release()
})

test('a lock whose owner is about to write its name is not taken over', async () => {
  const project = projectOf(writesItsEnvironment)
  const file = join(project, '.local', 'synthesis.lock')
  mkdirSync(join(project, '.local'))
  const soon = new Date(Date.now() + 60_000)
  writeFileSync(file, '')
  utimesSync(file, soon, soon)

  const synthesis = synthesize(project)
  await delay(300)
  expect(existsSync(join(project, 'out'))).toBe(false)
  rmSync(file)

  const { release } = await synthesis
  release()
})

test('assets that a killed synthesis had begun are made anew, and those of earlier ones stay', async () => {
  const project = projectOf(`
    const { existsSync, mkdirSync, writeFileSync } = require('node:fs')
    process.chdir(process.env.CDK_OUTDIR)
    for (const asset of ['asset.whole', 'asset.begun']) {
      if (existsSync(asset)) continue
      mkdirSync(asset)
      if (asset === 'asset.begun' && existsSync('../killing')) process.kill(process.pid, 'SIGKILL')
      writeFileSync(asset + '/index.cjs', 'code')
    }`)
  const contentsOf = (asset: string) => readdirSync(join(project, 'out', asset))
  mkdirSync(join(project, 'out', 'asset.whole'), { recursive: true })
  utimesSync(join(project, 'out', 'asset.whole'), 100, 100)
  writeFileSync(join(project, 'killing'), '')
  await expect(synthesize(project)).rejects.toThrow('Synthesis failed')
  expect(contentsOf('asset.begun')).toEqual([])
  rmSync(join(project, 'killing'))

  const { release } = await synthesize(project)

  release()
  expect([contentsOf('asset.begun'), contentsOf('asset.whole')]).toEqual([['index.cjs'], []])
})

test('an assembly that is given is taken as it is', async () => {
  const { assemblyFolder } = await assemblyOf({ projectFolder: '/project' }, 'cdk.out')

  expect(assemblyFolder).toBe('/project/cdk.out')
})

describe('the own assembly of a project', () => {
  /** A project with an assembly whose files were changed at these seconds. */
  const changed = (seconds: {
    readonly source: number
    readonly manifest: number
    readonly template: number
  }): string => {
    const project = projectOf(writesItsEnvironment)
    mkdirSync(join(project, 'out'))
    mkdirSync(join(project, 'infra'))
    const write = (file: string, at: number) => {
      writeFileSync(join(project, file), '')
      utimesSync(join(project, file), at, at)
    }
    write('infra/stack.ts', seconds.source)
    write('out/manifest.json', seconds.manifest)
    write('out/Stack.template.json', seconds.template)
    for (const file of ['cdk.json', 'app.cjs', 'infra']) utimesSync(join(project, file), 100, 100)
    return project
  }
  const isSynthesized = async (project: string): Promise<boolean> => {
    const { assemblyFolder, release } = await assemblyOf({ projectFolder: project }, undefined)
    release()
    return existsSync(join(assemblyFolder, 'context.json'))
  }

  test('that was edited is run as it is, so that the effect of a missing permission can be seen, and says so', async () => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    onTestFinished(() => write.mockRestore())

    expect(await isSynthesized(changed({ source: 100, manifest: 200, template: 300 }))).toBe(false)
    expect(write.mock.calls).toEqual([
      ['out was edited after it was synthesized: it runs as it is, until a source changes\n'],
    ])
  })

  test.each([
    ['was written by a synthesis', { source: 100, manifest: 200, template: 200 }, 100],
    ['was written while its manifest was', { source: 100, manifest: 200, template: 200.9 }, 100],
    ['was edited before a source', { source: 400, manifest: 200, template: 300 }, 100],
    ['was edited before a source was removed', { source: 100, manifest: 200, template: 300 }, 400],
  ])('that %s is made anew', async (_, seconds, folderAt) => {
    const project = changed(seconds)
    utimesSync(join(project, 'infra'), folderAt, folderAt)

    expect(await isSynthesized(project)).toBe(true)
  })

  test('that a killed synthesis has left half written is made anew', async () => {
    const project = changed({ source: 100, manifest: 200, template: 200 })
    const killed = `
      require('node:fs').writeFileSync(process.env.CDK_OUTDIR + '/Stack.template.json', '{ "Resour')
      process.kill(process.pid, 'SIGKILL')`
    writeFileSync(join(project, 'app.cjs'), killed)
    await expect(synthesize(project)).rejects.toThrow('Synthesis failed')
    writeFileSync(join(project, 'app.cjs'), writesItsEnvironment)
    utimesSync(join(project, 'app.cjs'), 100, 100)

    expect(await isSynthesized(project)).toBe(true)
  })

  test('is run as it is while the sources and the variables are those that it was made of', async () => {
    onTestFinished(() => void vi.unstubAllEnvs())
    const project = projectOf(
      `${writesItsEnvironment};writeFileSync(CDK_OUTDIR + '/manifest.json', String(Date.now()))`,
    )
    const times = async (change: () => void, synthesisVariables = {}): Promise<boolean> => {
      change()
      rmSync(join(project, 'out', 'context.json'), { force: true })
      const { release } = await assemblyOf({ projectFolder: project, synthesisVariables }, undefined)
      release()
      return existsSync(join(project, 'out', 'context.json'))
    }

    const made = [
      await times(() => {}),
      await times(() => {}),
      await times(() => writeFileSync(join(project, 'lib.ts'), 'new')),
      await times(() => utimesSync(join(project, 'lib.ts'), 100, 100)),
      await times(() => {}, { DEBUG: 'true' }),
      await times(() => writeFileSync(join(project, 'out', 'manifest.json'), 'of cdk synth'), { DEBUG: 'true' }),
      await times(() => {}, { DEBUG: 'true' }),
      await times(() => vi.stubEnv('AWS_REGION', 'eu-west-1'), { DEBUG: 'true' }),
      await times(() => vi.stubEnv('CDK_DEFAULT_REGION', 'eu-west-1'), { DEBUG: 'true' }),
      await times(() => vi.stubEnv('EDITOR', 'ed'), { DEBUG: 'true' }),
      await times(() => mkdirSync(join(project, 'test')), { DEBUG: 'true' }),
      await times(() => writeFileSync(join(project, 'test', 'lib.ts'), 'new'), { DEBUG: 'true' }),
      await times(() => renameSync(join(project, 'test'), join(project, 'node_modules')), { DEBUG: 'true' }),
      await times(() => renameSync(join(project, 'node_modules'), join(project, '.git')), { DEBUG: 'true' }),
    ]

    expect(made).toEqual([true, false, true, false, true, true, false, true, true, false, false, false, false, false])
  })

  test('is made again with the values of the command line, which come before those of cdk.json', async () => {
    const project = projectOf(
      `${writesItsEnvironment};writeFileSync(CDK_OUTDIR + '/manifest.json', String(Date.now()))`,
    )
    const contextWith = async (context?: Record<string, string>): Promise<unknown> => {
      const given = context === undefined ? {} : { context }
      const { assemblyFolder, release } = await assemblyOf({ projectFolder: project, ...given }, undefined)
      release()
      return JSON.parse(readFileSync(join(assemblyFolder, 'context.json'), 'utf8'))
    }

    const seen = [await contextWith(), await contextWith({ a: '2', b: 'x=y' }), await contextWith()]

    expect(seen).toEqual([{ a: 1 }, { a: '2', b: 'x=y' }, { a: 1 }])
  })

  test('is run as it is when a file changes that the project does not list as a source', async () => {
    const project = projectOf(
      `${writesItsEnvironment};writeFileSync(CDK_OUTDIR + '/manifest.json', String(Date.now()))`,
    )
    const listSources = () => ['cdk.json', 'app.cjs'].map((file) => join(project, file))
    const manifest = async (): Promise<string> => {
      const { assemblyFolder, release } = await assemblyOf({ projectFolder: project, listSources }, undefined)
      release()
      return readFileSync(join(assemblyFolder, 'manifest.json'), 'utf8')
    }
    const made = await manifest()

    writeFileSync(join(project, 'README.md'), 'new')
    const unchanged = await manifest()
    writeFileSync(join(project, 'app.cjs'), `${readFileSync(join(project, 'app.cjs'), 'utf8')}\n`)

    expect(unchanged).toBe(made)
    expect(await manifest()).not.toBe(made)
  })

  test.each<[string, (project: string) => void]>([
    ['a source was changed', (project) => writeFileSync(join(project, 'lib.ts'), 'two')],
    ['a source was removed', (project) => rmSync(join(project, 'lib.ts'))],
    ['a source got another name', (project) => renameSync(join(project, 'lib.ts'), join(project, 'library.ts'))],
    [
      'two sources were shifted',
      (project) => {
        writeFileSync(join(project, 'lib.ts'), 'on')
        writeFileSync(join(project, 'lib2.ts'), 'e')
      },
    ],
    [
      'cdk.json has another setting',
      (project) =>
        writeFileSync(
          join(project, 'cdk.json'),
          JSON.stringify({ app: 'node app.cjs', output: 'out', context: { a: 2 } }),
        ),
    ],
    [
      'another version was installed, regression: the lockfile had it before',
      (project) => writeFileSync(join(project, 'node_modules/.package-lock.json'), '{"two":2}'),
    ],
    [
      'one of its assets was removed, regression: the function failed at its first invocation',
      (project) => rmSync(join(project, 'out/asset.one'), { recursive: true }),
    ],
    [
      'a synthesis of the same sources has died since',
      (project) => writeFileSync(join(project, 'out/.unfinished'), ''),
    ],
  ])('is made anew when %s', async (_, change) => {
    const project = projectOf(`${writesItsEnvironment}
      mkdirSync(CDK_OUTDIR + '/asset.one', { recursive: true })
      writeFileSync(CDK_OUTDIR + '/manifest.json', '{}')`)
    mkdirSync(join(project, 'node_modules'))
    writeFileSync(join(project, 'node_modules/.package-lock.json'), '{"one":1}')
    writeFileSync(join(project, 'lib.ts'), 'one')
    const isMade = async (): Promise<boolean> => {
      const before =
        existsSync(join(project, 'out/manifest.json')) && statSync(join(project, 'out/manifest.json')).mtimeMs
      const { release } = await assemblyOf({ projectFolder: project }, undefined)
      release()
      return statSync(join(project, 'out/manifest.json')).mtimeMs !== before
    }
    const made = [await isMade(), await isMade()]

    change(project)
    made.push(await isMade())

    expect(made).toEqual([true, false, true])
  })

  test('that is not there is made', async () => {
    expect(await isSynthesized(projectOf(writesItsEnvironment))).toBe(true)
  })
})
