import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { contextFile } from '../../../infra/keptContext.ts'
import { defaultStackName } from '../../../infra/settings.ts'
import { projectFolder } from '../installedPackages.ts'
import { commandsOf } from './guide.ts'
import type { Step } from './step.ts'
import type { Trial } from './trial.ts'

const execute = promisify(execFile)

/** The values that an operator puts in the place of a guide's examples, by their texts. */
export type Values = Readonly<Record<string, string>>

/** Somebody who has the project's history in a folder, and follows the guide there. */
export interface Operator {
  readonly folder: string
  /** Runs a command; resolves to what it has written. */
  readonly run: (command: string) => Promise<string>
  /** Runs the commands of a section in their order; resolves to what each has written. */
  readonly follow: (
    heading: string,
    values: Values,
    wanted?: (command: string) => boolean,
  ) => Promise<readonly string[]>
  /** The same for the runbook. */
  readonly repair: (heading: string, values?: Values) => Promise<readonly string[]>
}

/** What the guide gives to a command that has no terminal for its questions. */
const unasked = (stackName: string): readonly (readonly [RegExp, string])[] => [
  [/^npm run deploy$/, ' -- --require-approval never'],
  [/^npx cdk deploy /, ' --require-approval never'],
  [/^npx cdk destroy /, ' --force'],
  [/^npm run setup /, ` --stack ${stackName} --answers ../answers.json`],
]

const filled = (command: string, values: Values, stackName: string): string => {
  const text = Object.entries({ ...values, [defaultStackName]: stackName }).reduce(
    // The shell takes a value as it is.
    (before, [example, value]) => before.replaceAll(example, () => value.replaceAll('$', '\\$')),
    command.replace(/\s+#.*$/, ''),
  )
  if (/<[\w ]+>/.test(text)) throw new Error(`The guide's "${command}" has an example that nobody fills`)
  return text + (unasked(stackName).find(([pattern]) => pattern.test(text))?.[1] ?? '')
}

/** The history without sources: the guide checks them out. */
const cloned = async (folder: string): Promise<string> => {
  const checkout = join(folder, 'checkout')
  await execute('git', ['clone', '--quiet', '--shared', '--no-checkout', projectFolder, checkout])
  return checkout
}

export const operatorOf = async (
  { stackName, settings, folder, environment }: Trial,
  step: Step,
): Promise<Operator> => {
  const checkout = await cloned(folder)
  // The questions were answered when the first version was set up.
  writeFileSync(join(folder, 'answers.json'), '{}')
  writeFileSync(join(checkout, contextFile), JSON.stringify({ ...settings, stackName }))
  const env = {
    ...environment,
    NODE_OPTIONS: `--require=${join(import.meta.dirname, 'shortWaits.cjs')}`,
    npm_config_prefer_offline: 'true',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
  }
  const run = async (command: string): Promise<string> => {
    const { stdout } = await execute('sh', ['-c', command], { cwd: checkout, env, maxBuffer: 1e8 }).catch((error) => {
      const said = `${error.stdout}${error.stderr}`.trimEnd().split('\n').slice(-25).join('\n')
      throw new Error(`${command} failed:\n${said}`)
    })
    return stdout
  }
  const runAll = async (commands: readonly string[], values: Values): Promise<readonly string[]> => {
    const written: string[] = []
    for (const command of commands) {
      const text = filled(command, values, stackName)
      written.push(await step(`  ${text}`, () => run(text)))
    }
    return written
  }
  return {
    folder: checkout,
    run,
    follow: (heading, values, wanted = () => true) => runAll(commandsOf('README.md', heading).filter(wanted), values),
    repair: (heading, values = {}) => runAll(commandsOf('RUNBOOK.md', heading), values),
  }
}
