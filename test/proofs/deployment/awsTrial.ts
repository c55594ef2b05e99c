import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CloudFormationClient } from '@aws-sdk/client-cloudformation'
import { awsCall } from '../../../infra/operators/awsCall.ts'
import { type StackResource, stackExists, stackResources } from '../../../infra/operators/stackResources.ts'
import { dataStackName } from '../../../infra/settings.ts'
import { providers } from '../../../shared/contract/providers.ts'
import { manualEvents } from '../../local/sandbox/eventSenders.ts'
import { tryRelease } from './lives.ts'
import { type TrialSpan, trialCost } from './trialCost.ts'

interface AwsTrial {
  readonly stackName: string
  readonly write: (line: string) => void
  readonly progress: (line: string) => void
}

/** Milliseconds after which CloudWatch has counted what was used. */
const metricsDelay = 180_000

const printCost = async (span: Omit<TrialSpan, 'to'>, { write, progress }: AwsTrial): Promise<void> => {
  const to = new Date()
  progress('Waiting until CloudWatch has counted what was used')
  await sleep(metricsDelay)
  const lines = await trialCost(awsCall, { ...span, to })
  for (const { what, dollars } of lines) write(`| ${what.padEnd(44)} | ${dollars.toFixed(4).padStart(8)} USD |`)
  const total = lines.reduce((sum, { dollars }) => sum + dollars, 0)
  write(`| ${'all, at list prices'.padEnd(44)} | ${total.toFixed(4).padStart(8)} USD |`)
}

/**
 * A trial of both stacks in the account and region of the environment, where nothing of it is left afterwards: what an imitation cannot show. The chapters
 * of the demo that need stand-ins of providers are left out, since Lambda cannot reach this machine.
 */
export const tryAws = async (trial: AwsTrial): Promise<void> => {
  const { stackName, write } = trial
  const folder = mkdtempSync(join(tmpdir(), 'trial-'))
  const client = new CloudFormationClient()
  const from = new Date()
  const resources: StackResource[] = []
  try {
    await tryRelease(
      {
        stackName,
        settings: { removeData: true },
        destroyed: '--all',
        folder,
        write,
        call: awsCall,
        client,
        environment: process.env,
        messengers: { telegram: providers.telegram.urls.api, max: providers.max.urls.api },
        secrets: manualEvents,
        reachable: (outputs) => outputs,
        hasStandIns: false,
        recoveryDelayMs: 360_000,
      },
      async () => {
        for (const name of [dataStackName(stackName), stackName])
          if (await stackExists(client, name)) resources.push(...(await stackResources(client, name)))
      },
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
    if (resources.length > 0) await printCost({ resources, from }, trial)
  }
}
