import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'
import { donationPanel } from '../../../local/demo/donationPanel.ts'
import { startPagePanels } from '../../../local/demo/startPagePanels.ts'
import { recordingFor } from '../../../local/runner/cli/startPage.ts'
import { receivedPanel } from '../../../local/sandbox/receivedPanel.ts'
import { createStartPage } from '../../../local/startPage/startPage.ts'
import { startLocalStack } from '../../../support/localStack.ts'

/** Whom the panels are about. */
export const recipientId = 'start-page'

const projectFile = (path: string): string => fileURLToPath(new URL(`../../../../${path}`, import.meta.url))

/** A start page with a local API of its own: it shows the last hundred requests, and neighbours make more in a second. */
export const openStartPage = async () => {
  const page = createStartPage({
    projectFolder: projectFile(''),
    openApiFile: projectFile('shared/areas/service/openapi.json'),
    panelsOf: (api, recipient) => [
      ...startPagePanels(api, recipient),
      donationPanel(api, recipient),
      receivedPanel(sandbox.log),
    ],
  })
  const { onLog, ...recording } = recordingFor(page)
  const { assemblyFolder } = inject('localApi')
  const { localApi, sandbox, stop } = await startLocalStack(onLog, {}, { ...recording, assemblyFolder })
  const sandboxLog = sandbox.logUrl
  return { url: await page.open({ api: localApi, recipientId, dataFolder: 'memory', sandboxLog }), localApi, stop }
}
