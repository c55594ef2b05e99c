import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CloudFormationClient } from '@aws-sdk/client-cloudformation'
import { defaultStackName } from '../../../infra/settings.ts'
import { startSandbox } from '../../local/sandbox/sandbox.ts'
import { allowPlainHttp, startImitation } from '../awsImitation/imitation.ts'
import { projectFolder } from '../installedPackages.ts'
import type { Outputs } from './deployedService.ts'
import { tryChanges, tryRelease } from './lives.ts'

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

/** The app of a version, whose assembly is adapted to the imitation. */
const adaptedApp = `node bin/app.ts && node "${join(projectFolder, 'test/proofs/awsImitation/adaptedApp.ts')}"`

const clientOf = (endpoint: string): CloudFormationClient => {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' }
  return new CloudFormationClient({ endpoint, region: 'us-east-1', credentials })
}

/** A trial in an imitation of its own: of the last release's update, or of all changes while permissions are evaluated. */
export const rehearse = async ({ authorized, write }: Rehearsal): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'rehearsal-'))
  const sandbox = await startSandbox()
  const imitation = await startImitation({ authorized })
  const { endpoint, environment } = imitation
  const urlOf = (variable: string) => sandbox.urls[variable] ?? ''
  try {
    await (authorized ? tryChanges : tryRelease)({
      stackName: defaultStackName,
      settings: { logRetention: '14' },
      // The data stack is protected from termination, and goes with the imitation.
      destroyed: defaultStackName,
      folder,
      environment: {
        ...environment,
        // The command that sets a deployment up takes the messengers' addresses from the variables of functions.
        ...sandbox.urls,
        CDK_APP: adaptedApp,
        IMITATION: JSON.stringify({ endpoint, urls: sandbox.urls }),
      },
      write,
      call: imitation.call,
      client: clientOf(endpoint),
      prepare: async (bootstrap) => {
        await bootstrap('aws://000000000000/us-east-1')
        if (authorized) await allowPlainHttp(endpoint)
      },
      messengers: { telegram: urlOf('TELEGRAM_API_URL'), max: urlOf('MAX_API_URL') },
      secrets: sandbox.parameters,
      reachable: reachableAt(endpoint),
      hasStandIns: true,
      recoveryDelayMs: 0,
    })
  } finally {
    await imitation.stop()
    await sandbox.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
