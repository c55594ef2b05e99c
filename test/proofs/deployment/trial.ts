import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { AwsCall } from '../../../infra/operators/awsCall.ts'
import { type Answers, askAnswers } from '../../../infra/operators/setup/questions.ts'
import { setUp } from '../../../infra/operators/setup/setUp.ts'
import { dataStackName } from '../../../infra/settings.ts'
import type { Operation } from '../../../shared/contract/operation.ts'
import { operations } from '../../../shared/operations.ts'
import type { Chapter } from '../../demo/story.ts'
import { projectFolder } from '../installedPackages.ts'
import { updatedOperations } from './assembly.ts'
import {
  type DeployedService,
  expectKept,
  expectStatuses,
  type Outputs,
  receiveAlert,
  serviceFor,
  storedAnswers,
  walkThrough,
} from './deployedService.ts'

/** A place to which the stack is deployed for a trial: AWS, or an imitation of it. */
export interface Trial {
  readonly stackName: string
  /** A folder of the trial's own; the assembly is in its folder `assembly`. */
  readonly folder: string
  /** The stacks that are destroyed in the end, as the CDK's command line names them. */
  readonly destroyed: string
  /** The environment of the CDK's command line. */
  readonly environment: NodeJS.ProcessEnv
  /** Writes the assembly; resolves to a remark for the table. */
  readonly synthesize: (deployed: readonly Operation[]) => Promise<string>
  /** Prepares the account, if that is part of the trial. */
  readonly bootstrap?: (cdk: Cdk) => Promise<void>
  readonly call: AwsCall
  /** The base URLs of the messengers. */
  readonly messengers: { readonly telegram: string; readonly max: string }
  /** The secrets to put. */
  readonly secrets: Answers
  /** The outputs with the addresses at which the APIs can be reached from here. */
  readonly reachable: (outputs: Outputs) => Outputs
  readonly chapters: readonly Chapter[]
  /** Writes a line of the table of steps. */
  readonly write: (line: string) => void
}

export type Cdk = (...options: readonly string[]) => Promise<void>

const run = promisify(execFile)

/** The first user: of a stack that is gone in minutes, but that anybody may reach until then. */
const firstUser = () => ({ email: 'you@example.com', password: `Trial-1-${crypto.randomUUID()}` })

/** The project's own CDK command line, with the assembly in the folder. */
const cdkOf =
  ({ folder, environment }: Trial): Cdk =>
  async (...options) => {
    const program = join(projectFolder, 'node_modules/aws-cdk/bin/cdk')
    const args = [program, ...options, '--app', join(folder, 'assembly')]
    await run(process.execPath, args, { cwd: folder, env: environment, maxBuffer: 1e8 }).catch((error) => {
      throw new Error(
        `cdk ${options[0]} failed:\n${`${error.stdout}${error.stderr}`.split('\n').slice(-25).join('\n')}`,
      )
    })
  }

/** Does a step, and writes what came of it and how long it took. */
type Step = <Result>(name: string, act: () => Promise<Result>, remark?: (result: Result) => string) => Promise<Result>

const stepsOf =
  ({ write }: Trial): Step =>
  async (name, act, remark = () => 'done') => {
    const startedAt = Date.now()
    const result = await act()
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
    write(`| ${name.padEnd(44)} | ${seconds.padStart(6)} s | ${remark(result)} |`)
    return result
  }

/** Sets up the deployed stack by the code of `npm run setup`. */
const openService = async (trial: Trial) => {
  const { stackName, folder, call, messengers: urls, secrets, reachable } = trial
  const written = JSON.parse(readFileSync(join(folder, 'outputs.json'), 'utf8')) as Record<string, Outputs>
  const outputs = reachable({ ...written[dataStackName(stackName)], ...written[stackName] })
  const ask = askAnswers({ ...firstUser(), ...secrets })
  const { api, token, webhooks } = await setUp({ call, ask, stackName, outputs, urls, progress: () => {} })
  const unset = Object.values(webhooks).find((state) => state.startsWith('not set'))
  if (unset !== undefined) throw new Error(`A bot's webhook is ${unset}`)
  if (token === undefined) throw new Error('The first user could not sign in')
  return serviceFor(api, outputs['LiveUrl'] ?? '', token)
}

/** Deploys the stacks, sets up, walks the demo, updates there and back, and destroys the service and deploys it again. */
const use = async (trial: Trial, cdk: Cdk, step: Step): Promise<void> => {
  const deploy = () =>
    cdk('deploy', '--all', '--require-approval', 'never', '--outputs-file', join(trial.folder, 'outputs.json'))
  await step('cdk deploy', deploy)
  const service = await step('set-up: first user, secrets, webhooks', () => openService(trial))
  await step(
    'demo',
    () => walkThrough(service, trial.chapters),
    (walked) => walked,
  )
  await step(
    'alert by WebSocket',
    () => receiveAlert(service),
    (milliseconds) => `after ${milliseconds} ms`,
  )
  await trial.synthesize(updatedOperations())
  await step('update: a route renamed, areas exchanged', deploy)
  await expectStatuses(service, { '/health': 404, '/healthy': 200, '/healthy-again': 200, '/news': 404 })
  await trial.synthesize(operations)
  await step('update: all of that taken back', deploy)
  await expectStatuses(service, { '/health': 200, '/healthy': 404, '/healthy-again': 404, '/news': 401 })
  const kept = await step('cdk destroy of the service alone', () => destroyService(trial, cdk, service))
  await step('cdk deploy over the same data', deploy)
  await expectKept(service, kept)
}

/** Destroys the service; resolves to the answers that it has to give again. */
const destroyService = async ({ stackName }: Trial, cdk: Cdk, service: DeployedService): Promise<readonly string[]> => {
  const kept = await storedAnswers(service)
  await cdk('destroy', stackName, '--force')
  return kept
}

/**
 * The whole life of a stack: deployed, used, updated, destroyed. Writes a row for each step.
 *
 * @param beforeDestruction finds out what is to be known of the stack before it is gone; called even if the trial has failed
 */
export const tryDeployment = async (trial: Trial, beforeDestruction?: () => Promise<void>): Promise<void> => {
  const step = stepsOf(trial)
  const cdk = cdkOf(trial)
  const { bootstrap } = trial
  await step(
    'synthesis',
    () => trial.synthesize(operations),
    (remark) => remark,
  )
  if (bootstrap !== undefined) await step('cdk bootstrap', () => bootstrap(cdk))
  try {
    await use(trial, cdk, step)
  } catch (error) {
    trial.write(`| ${'failed'.padEnd(44)} | ${''.padStart(8)} | the stack is destroyed nevertheless |`)
    throw error
  } finally {
    await beforeDestruction?.()
    await step('cdk destroy', () => cdk('destroy', trial.destroyed, '--force'))
  }
}
