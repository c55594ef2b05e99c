import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { beginAssembly, isEdited, sourcesOf } from './projectAssembly.ts'
import { isMadeOf, recordSources, sourcesDigest } from './sourcesDigest.ts'
import type { Toolchain } from './toolchain.ts'

export interface Synthesis {
  readonly assemblyFolder: string
  /** Must be called once the assembly has been read; until then no other start writes it. */
  release(): void
}

type Project = Pick<Toolchain, 'projectFolder' | 'synthesisVariables' | 'context' | 'listSources'>

/**
 * The assembly to run: the given folder; or the project's own assembly, if it was edited by hand or made of the present sources;
 * or else a new one.
 */
export const assemblyOf = async (project: Project, given: string | undefined): Promise<Synthesis> => {
  const { projectFolder, synthesisVariables = {}, context } = project
  if (given !== undefined) return { assemblyFolder: resolve(projectFolder, given), release: () => {} }
  const config = withContext(readConfig(projectFolder), context)
  const assemblyFolder = resolve(projectFolder, config.output)
  if (isEdited(assemblyFolder, projectFolder, sourcesOf(project, assemblyFolder))) {
    process.stderr.write(
      `${config.output} was edited after it was synthesized: it runs as it is, until a source changes\n`,
    )
    return { assemblyFolder, release: () => {} }
  }
  const release = await locked(projectFolder, async () => {
    const given = context && { context: JSON.stringify(context) }
    const variables = { ...relevantVariables(), ...synthesisVariables, ...given }
    const sources = sourcesDigest(projectFolder, sourcesOf(project, assemblyFolder), variables)
    if (isMadeOf(assemblyFolder, sources)) return
    const startedAt = performance.now()
    process.stderr.write(`Synthesizing: ${config.app}\n`)
    await synthesizeInto(assemblyFolder, projectFolder, config, synthesisVariables)
    process.stderr.write(`Synthesized in ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`)
    recordSources(assemblyFolder, sources)
  })
  return { assemblyFolder, release }
}

/** Variables of the shell that an app may read: where it is deployed to. */
const relevantVariables = (): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(?:CDK|AWS)_/.test(name)))

/**
 * Runs the app of `cdk.json` as the CDK's command line would, without the second that loading it costs.
 *
 * @throws Error when the app fails; its own message is on stderr already
 */
export const synthesize = async (projectFolder: string): Promise<Synthesis> => {
  const config = readConfig(projectFolder)
  const assemblyFolder = resolve(projectFolder, config.output)
  const release = await locked(projectFolder, () => synthesizeInto(assemblyFolder, projectFolder, config, {}))
  return { assemblyFolder, release }
}

/** Does the work alone, and returns a function that lets others do theirs. */
const locked = async (projectFolder: string, work: () => Promise<void>): Promise<() => void> => {
  const release = await lock(join(projectFolder, '.local', 'synthesis.lock'))
  try {
    await work()
    return release
  } catch (error) {
    release()
    throw error
  }
}

const synthesizeInto = async (
  assemblyFolder: string,
  projectFolder: string,
  config: CdkConfig,
  variables: Readonly<Record<string, string>>,
): Promise<void> => {
  const end = beginAssembly(assemblyFolder)
  await run(config.app, projectFolder, {
    ...variables,
    CDK_OUTDIR: assemblyFolder,
    CDK_CONTEXT_JSON: JSON.stringify(config.context ?? {}),
    // The check against CloudFormation's schemas takes longer than the rest of the synthesis; deployments and tests run it.
    CDK_VALIDATION: 'false',
  })
  end()
}

interface CdkConfig {
  readonly app: string
  readonly output: string
  readonly context?: Readonly<Record<string, unknown>>
}

const readConfig = (projectFolder: string): CdkConfig => {
  const file = join(projectFolder, 'cdk.json')
  if (existsSync(file)) return { output: 'cdk.out', ...JSON.parse(readFileSync(file, 'utf8')) }
  throw new Error(`There is no cdk.json in ${projectFolder}: start where your CDK app is, or name an --assembly`)
}

const withContext = (config: CdkConfig, context: Toolchain['context']): CdkConfig =>
  context === undefined ? config : { ...config, context: { ...config.context, ...context } }

const run = async (command: string, cwd: string, variables: Readonly<Record<string, string>>): Promise<void> => {
  const child = spawn(command, {
    cwd,
    shell: true,
    // The app's output goes to stderr, because stdout is for the command's own result.
    stdio: ['ignore', 2, 'inherit'],
    // The app's `node` is the one that runs this process, even if the PATH finds another one first.
    env: { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH']}`, ...variables },
  })
  const [status, signal] = await once(child, 'exit')
  if (status !== 0) throw new Error(`Synthesis failed: \`${command}\` ended with ${signal ?? `status ${status}`}`)
}

/** Waits until this process holds the lock file; the file of a dead owner is taken over. */
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
    // Process id 0 means this process's own group, which is always alive.
    if (owner === '') return Date.now() - statSync(file).mtimeMs > namelessFor
    process.kill(Number(owner), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
