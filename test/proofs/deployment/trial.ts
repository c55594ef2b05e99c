import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { CloudFormationClient } from '@aws-sdk/client-cloudformation'
import type { AwsCall } from '../../../infra/operators/awsCall.ts'
import { firstUser, userPoolOf } from '../../../infra/operators/setup/firstUser.ts'
import { type Answers, askAnswers } from '../../../infra/operators/setup/questions.ts'
import { setUp } from '../../../infra/operators/setup/setUp.ts'
import { deploymentOutputs } from '../../../infra/operators/stackResources.ts'
import type { Chapter } from '../../local/demo/story.ts'
import { type DeployedService, type Outputs, serviceFor, walkThrough } from './deployedService.ts'
import { whileDonated } from './donors.ts'
import { expectKept, fill, type KeptData } from './keptData.ts'
import { lineOf, type Step } from './step.ts'
import type { Version } from './versions.ts'

/** A place to which versions are deployed for a trial: AWS, or an imitation of it. */
export interface Trial {
  readonly stackName: string
  /** The settings of the deployment, besides its name. */
  readonly settings: Readonly<Record<string, string | boolean>>
  /** A folder of the trial's own. */
  readonly folder: string
  /** The stacks that are destroyed in the end, as the CDK's command line names them. */
  readonly destroyed: string
  /** The environment of the CDK's command line. */
  readonly environment: NodeJS.ProcessEnv
  /** Prepares the account, if that is part of the trial. */
  readonly prepare?: (bootstrap: (environment: string) => Promise<void>) => Promise<void>
  readonly call: AwsCall
  readonly client: CloudFormationClient
  /** The base URLs of the messengers. */
  readonly messengers: { readonly telegram: string; readonly max: string }
  /** The secrets to put. */
  readonly secrets: Answers
  /** The outputs with the addresses at which the APIs can be reached from here. */
  readonly reachable: (outputs: Outputs) => Outputs
  /** Whether the functions reach stand-ins of the providers. */
  readonly hasStandIns: boolean
  /** Milliseconds after which a table can be copied as it was: DynamoDB's recovery is some minutes behind. */
  readonly recoveryDelayMs: number
  /** Writes a line of the table of steps. */
  readonly write: (line: string) => void
}

/** A user of a stack that is gone in minutes, but that anybody may reach until then. */
const userNamed = (name: string) => ({ email: `${name}@example.com`, password: `Trial-1-${crypto.randomUUID()}` })

/** Sets up the deployed stack by the code of `npm run setup`, and adds a second user. */
const openService = async (trial: Trial): Promise<DeployedService> => {
  const { stackName, client, call, messengers: urls, secrets, reachable } = trial
  const outputs = reachable(await deploymentOutputs(client, stackName))
  const ask = askAnswers({ ...userNamed('you'), ...secrets })
  const { api, token, webhooks } = await setUp({ call, ask, stackName, outputs, urls, progress: () => {} })
  const unset = Object.values(webhooks).find((state) => state.startsWith('not set'))
  if (unset !== undefined) throw new Error(`A bot's webhook is ${unset}`)
  const pool = userPoolOf(outputs)
  const another = pool && (await firstUser(call, pool, askAnswers(userNamed('another'))))
  if (token === undefined || another?.token === undefined) throw new Error('The users could not sign in')
  return serviceFor({ api, live: outputs['LiveUrl'] ?? '', token, anotherToken: another.token })
}

/** Plays the demo of a version, which may be no other version's; 1.0.0 has it in `test/demo`. The second user plays the chapter that erases all of its player's. */
const playDemo = async ({ folder }: Version, { hasStandIns }: Trial, service: DeployedService): Promise<string> => {
  const demo = ['test/local/demo', 'test/demo'].map((path) => join(folder, path)).find(existsSync) ?? folder
  const { toolset } = (await import(join(demo, 'toolset.ts'))) as typeof import('../../local/demo/toolset.ts')
  const { walk } = (await import(join(demo, 'walk.ts'))) as typeof import('../../local/demo/walk.ts')
  const chapters = toolset.filter(({ needsStandIns }) => hasStandIns || !needsStandIns)
  const isLeaving = ({ title }: Chapter): boolean => title.startsWith('Leaving')
  const staying = chapters.filter((chapter) => !isLeaving(chapter))
  const walked = await walkThrough(service, { walk, chapters: staying })
  const { token, anotherToken } = service
  const another = serviceFor({ ...service, token: anotherToken, anotherToken: token })
  await walkThrough(another, { walk, chapters: chapters.filter(isLeaving) })
  return walked
}

/** A deployment that is in use. */
export interface Life {
  readonly trial: Trial
  readonly step: Step
  readonly service: DeployedService
  readonly kept: KeptData
}

/** How a deployment begins and ends. */
export interface Span {
  readonly first: Version
  readonly bootstrap: (environment: string) => Promise<void>
  readonly deploy: () => Promise<unknown>
  readonly destroy: (stacks: string) => Promise<unknown>
}

/** Deploys the first version, sets it up, plays its demo and fills it. */
const begin = async (trial: Trial, step: Step, { first, deploy }: Span): Promise<Life> => {
  await step(`npm run deploy of ${first.name}`, deploy)
  const service = await step('set-up: users, secrets, webhooks', () => openService(trial))
  await step(
    `demo of ${first.name}`,
    () => playDemo(first, trial, service),
    (walked) => walked,
  )
  const kept = await step(
    'data of every kind',
    () => fill(service, trial.hasStandIns),
    ({ lists }) => `${lists.size} lists`,
  )
  return { trial, step, service, kept }
}

/** Waits until a path answers with a status: an update takes effect a moment after it was made. */
export const expectStatus = async (
  { api }: DeployedService,
  path: string,
  status: number,
  request?: RequestInit,
): Promise<string> => {
  let answered: Response | undefined
  for (let attempt = 0; attempt < 1_200 && answered?.status !== status; attempt++) {
    if (attempt > 0) await delay(250)
    answered = await fetch(`${api}${path}`, request)
  }
  const text = (await answered?.text()) ?? ''
  if (answered?.status !== status)
    throw new Error(`${path} answered ${answered?.status} in place of ${status}: ${text}`)
  return text
}

/** Does something with the deployment under webhooks, and compares all with the time before. */
export const change = async (
  { step, service, kept }: Life,
  name: string,
  act: () => Promise<unknown>,
  gone: readonly string[] = [],
): Promise<void> => {
  const taken = () => whileDonated(kept.senders, kept, act)
  await step(name, taken, (donated) => donated)
  await expectStatus(service, '/health', 200)
  await step('  lists, webhooks, overlay, links', () => expectKept(service, kept, gone))
}

/** The life of a deployment, from its first version to its destruction. */
export interface Living extends Span {
  readonly step: Step
  readonly live: (life: Life) => Promise<void>
  /** Finds out what is to be known of the stack before it is gone; called even if the trial has failed. */
  readonly beforeDestruction?: (() => Promise<void>) | undefined
}

/** Tries a deployment. Writes a row for each step. */
export const tryDeployment = async (trial: Trial, living: Living): Promise<void> => {
  const { step, live, bootstrap, destroy, beforeDestruction } = living
  const { prepare } = trial
  if (prepare !== undefined) await step('cdk bootstrap', () => prepare(bootstrap))
  try {
    await live(await begin(trial, step, living))
  } catch (error) {
    trial.write(lineOf('failed', '', 'the stack is destroyed nevertheless'))
    throw error
  } finally {
    await beforeDestruction?.()
    await step('cdk destroy', () => destroy(trial.destroyed))
  }
}
