import type { StandIns } from '../harness/cli/toolchain.ts'
import type { Panel } from '../startPage/panels.ts'
import { receivedPanel } from './receivedPanel.ts'
import { startSandbox } from './sandbox.ts'
import { sandboxParameters } from './sandboxParameters.ts'

/** Stand-ins, and the start page's panel of the requests that they got. */
interface SandboxStandIns extends StandIns {
  readonly received: Panel
}

/** The sandbox in the form that the local API's command line expects. */
export const startStandIns = async (): Promise<SandboxStandIns> => {
  const sandbox = await startSandbox()
  return {
    options: { overrides: sandbox.urls, parameters: sandboxParameters(sandbox) },
    logUrl: sandbox.logUrl,
    received: receivedPanel(sandbox.log),
    stop: sandbox.stop,
  }
}
