import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toolset } from '../../demo/toolset.ts'
import { startSandbox } from '../../sandbox/sandbox.ts'
import { stackName, synthesizeFor } from '../imitation/adaptedAssembly.ts'
import { allowPlainHttp, callOf, startImitation } from '../imitation/imitation.ts'
import type { Outputs } from './deployedService.ts'
import { tryDeployment } from './trial.ts'

interface Rehearsal {
  /** Whether the imitation evaluates the permissions of the functions' roles. */
  readonly authorized: boolean
  readonly write: (line: string) => void
}

const idOf = (address = ''): string => new URL(address).hostname.split('.')[0] ?? ''

/** The imitation serves every API at its own address. */
const reachableAt =
  (endpoint: string) =>
  (outputs: Outputs): Outputs => ({
    ...outputs,
    ApiUrl: `${endpoint}/_aws/execute-api/${idOf(outputs['ApiUrl'])}/$default`,
    LiveUrl: `${endpoint.replace('http', 'ws')}/_aws/execute-api/${idOf(outputs['LiveUrl'])}/live`,
  })

/** A trial of the stack in an imitation of its own. */
export const rehearse = async ({ authorized, write }: Rehearsal): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'rehearsal-'))
  const sandbox = await startSandbox()
  const imitation = await startImitation({ authorized })
  const { endpoint, environment } = imitation
  const urlOf = (variable: string) => sandbox.urls[variable] ?? ''
  try {
    await tryDeployment({
      stackName,
      // The data stack is protected from termination, and goes with the imitation.
      destroyed: stackName,
      folder,
      environment,
      write,
      call: callOf(endpoint),
      synthesize: async (deployed) => {
        const { resources, deployable } = await synthesizeFor(folder, { endpoint, urls: sandbox.urls }, deployed)
        return `${deployable} of ${resources} resources`
      },
      bootstrap: async (cdk) => {
        await cdk('bootstrap', 'aws://000000000000/us-east-1')
        if (authorized) await allowPlainHttp(endpoint)
      },
      messengers: { telegram: urlOf('TELEGRAM_API_URL'), max: urlOf('MAX_API_URL') },
      secrets: sandbox.parameters,
      reachable: reachableAt(endpoint),
      chapters: toolset,
    })
  } finally {
    await imitation.stop()
    await sandbox.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
