import type { StandIns } from '../harness/cli/toolchain.ts'
import { receivedPanel } from './receivedPanel.ts'
import { startSandbox } from './sandbox.ts'
import { sandboxParameters } from './sandboxParameters.ts'

/** The sandbox in the form that the local API's command line expects. */
export const startStandIns = async (): Promise<StandIns> => {
  const sandbox = await startSandbox()
  return {
    options: { overrides: sandbox.urls, parameters: sandboxParameters(sandbox) },
    logUrl: sandbox.logUrl,
    panels: [receivedPanel(sandbox.log)],
    stop: sandbox.stop,
  }
}
