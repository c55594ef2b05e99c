import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, onTestFinished } from 'vitest'
import type { ReadyState } from '../../cli/readyMessage.ts'

const run = promisify(execFile)
export const packageFolder = resolve(import.meta.dirname, '../..')
const root = resolve(packageFolder, '../../..')

/** Somebody else's folder until the tests of the file end, in which packages are installed from their tarballs. */
export const strangersFolder = () => {
  const project = mkdtempSync(join(tmpdir(), 'stranger-'))
  const modules = join(project, 'node_modules')
  /** Packages are built in a copy, because other tests build them at the same time. */
  const copy = mkdtempSync(join(tmpdir(), 'packages-'))
  cpSync(join(root, 'tsconfig.json'), join(copy, 'tsconfig.json'))
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  afterAll(() => {
    for (const folder of [project, copy]) rmSync(folder, { recursive: true, force: true })
  })

  /** npm would ask a registry which versions there are, so this links a package to the one of this project. */
  const link = (name: string): void => {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), join(modules, name))
  }

  return {
    project,
    link,
    /** Packs the package in a folder of this project, and unpacks its tarball. */
    install: async (folder: string): Promise<void> => {
      const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
      const cwd = join(copy, relative(root, folder))
      cpSync(folder, cwd, { recursive: true, filter: (path) => !/^(?:spec|dist)$/.test(basename(path)) })
      const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', project], { cwd })
      const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('[')))
      mkdirSync(join(modules, manifest.name), { recursive: true })
      await run('tar', ['-xzf', join(project, filename), '--strip-components', '1', '-C', join(modules, manifest.name)])
      mkdirSync(join(modules, '.bin'), { recursive: true })
      for (const [name, file] of Object.entries<string>(manifest.bin ?? {}))
        symlinkSync(join('..', manifest.name, file), join(modules, '.bin', name))
      for (const name of Object.keys(manifest.dependencies ?? {})) link(name)
    },
    /** Serves a CDK app by the installed command, never by one that `PATH` has, until the end of the test. */
    serve: async (app: string): Promise<Pick<ReadyState, 'api' | 'websocket'>> => {
      writeFileSync(join(project, 'cdk.json'), JSON.stringify({ app: `node ${app}` }))
      const command = join(modules, '.bin/serve-assembly')
      const child = spawn(command, ['start', '--port', '0', '--data', 'memory', '--json'], {
        cwd: project,
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, PATH: `${dirname(process.execPath)}:${process.env['PATH']}` },
      })
      const ended = once(child, 'exit')
      onTestFinished(async () => {
        child.kill()
        await ended
      })
      const [line] = await Promise.race([
        once(createInterface(child.stdout), 'line'),
        ended.then(([status]) => {
          throw new Error(`${command} ended with ${status} before it was ready`)
        }),
      ])
      return JSON.parse(line)
    },
    /** The errors of a strict compiler in a program that uses what is installed; empty when there are none. */
    errorsIn: async (program: string): Promise<string> => {
      writeFileSync(join(project, 'program.mts'), program)
      for (const name of ['@types/node', '@types/ws', 'typescript']) link(name)
      const compiler = join(modules, 'typescript/bin/tsc')
      const options = [
        '--strict',
        '--noEmit',
        '--target',
        'es2024',
        '--module',
        'nodenext',
        '--types',
        'node',
        '--skipLibCheck',
      ]
      const compiled = run(process.execPath, [compiler, ...options, 'program.mts'], { cwd: project })
      return (await compiled.catch((error: { readonly stdout: string }) => error)).stdout
    },
  }
}

/** What an app of the CDK needs besides, and this machine's engine of the tables. */
export const packagesOfApps: readonly string[] = [
  `@dynoxide/${process.platform}-${process.arch}`,
  'aws-cdk-lib',
  'constructs',
  'esbuild',
]
