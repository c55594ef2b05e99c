import { donationPanel } from '../demo/donationPanel.ts'
import type { StandInOptions, StandIns } from '../runner/cli/toolchain.ts'
import type { LocalApi } from '../runner/localApi.ts'
import type { Panel } from '../startPage/panels.ts'
import { panelAddress } from './authorizationServer.ts'
import { receivedPanel } from './receivedPanel.ts'
import { startSandbox } from './sandbox.ts'
import { sandboxParameters } from './sandboxParameters.ts'

/** Stand-ins, and the start page's panels of them. */
interface SandboxStandIns extends StandIns {
  readonly panelsOf: (api: LocalApi, recipient: string) => readonly Panel[]
}

/** The sandbox in the form that the local API's command line expects. */
export const startStandIns = async ({ port }: StandInOptions): Promise<SandboxStandIns> => {
  const sandbox = await startSandbox()
  const parameters = Object.fromEntries(
    Object.entries(sandbox.parameters).map(([name, value]) => [
      name,
      value === panelAddress() && port > 0 ? panelAddress(port) : value,
    ]),
  )
  return {
    options: { overrides: sandbox.urls, parameters: sandboxParameters({ parameters }) },
    logUrl: sandbox.logUrl,
    panelsOf: (api, recipient) => [donationPanel(api, recipient), receivedPanel(sandbox.log)],
    stop: sandbox.stop,
  }
}
