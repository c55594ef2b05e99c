import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { beginAssembly, isEdited } from './projectAssembly.ts'

export interface Synthesis {
  readonly assemblyFolder: string
  /** To be called once the assembly has been read: until then no other start writes it. */
  release(): void
}

/**
 * The assembly to run: the folder that is given, or the project's own where somebody has edited it since, to see what comes of it, or else
 * what the sources give now.
 */
export const assemblyOf = async (projectFolder: string, given: string | undefined): Promise<Synthesis> => {
  if (given !== undefined) return { assemblyFolder: resolve(projectFolder, given), release: () => {} }
  const { output } = readConfig(projectFolder)
  if (!isEdited(projectFolder, output)) return synthesize(projectFolder)
  process.stderr.write(`${output} was edited after it was synthesized: it runs as it is, until a source changes\n`)
  return { assemblyFolder: resolve(projectFolder, output), release: () => {} }
}

/**
 * Runs the app of `cdk.json` as the CDK's command line would, without the second that loading it costs.
 *
 * @throws Error when the app fails; what it said stands on stderr already
 */
export const synthesize = async (projectFolder: string): Promise<Synthesis> => {
  const config = readConfig(projectFolder)
  const assemblyFolder = resolve(projectFolder, config.output)
  const release = await lock(join(projectFolder, '.local', 'synthesis.lock'))
  try {
    const end = beginAssembly(assemblyFolder)
    await run(config.app, projectFolder, {
      CDK_OUTDIR: assemblyFolder,
      CDK_CONTEXT_JSON: JSON.stringify(config.context ?? {}),
      // The template's check against CloudFormation's schemas takes longer than all else; deployments and tests make it.
      CDK_VALIDATION: 'false',
    })
    end()
  } catch (error) {
    release()
    throw error
  }
  return { assemblyFolder, release }
}

interface CdkConfig {
  readonly app: string
  readonly output: string
  readonly context?: Readonly<Record<string, unknown>>
}

const readConfig = (projectFolder: string): CdkConfig => ({
  output: 'cdk.out',
  ...JSON.parse(readFileSync(join(projectFolder, 'cdk.json'), 'utf8')),
})

const run = async (command: string, cwd: string, variables: Readonly<Record<string, string>>): Promise<void> => {
  const child = spawn(command, {
    cwd,
    shell: true,
    // Nothing but the command's own result may be on stdout.
    stdio: ['ignore', 2, 'inherit'],
    // `node` is this one, whatever else is on the PATH when npm did not set it.
    env: { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH']}`, ...variables },
  })
  const [status, signal] = await once(child, 'exit')
  if (status !== 0) throw new Error(`Synthesis failed: \`${command}\` ended with ${signal ?? `status ${status}`}`)
}

/** Waits for the file to be ours; one that its owner left behind by dying is taken over. */
const lock = async (file: string): Promise<() => void> => {
  mkdirSync(join(file, '..'), { recursive: true })
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' })
      return () => rmSync(file, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    if (isAbandoned(file)) rmSync(file, { force: true })
    else await delay(100)
  }
}

/** Milliseconds that an owner has to write its name into the file that it has made. */
const namelessFor = 1_000

const isAbandoned = (file: string): boolean => {
  try {
    const owner = readFileSync(file, 'utf8')
    // Process 0 would be this one's own group, which is alive.
    if (owner === '') return Date.now() - statSync(file).mtimeMs > namelessFor
    process.kill(Number(owner), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
