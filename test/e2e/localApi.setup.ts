import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { donationPanel } from '../demo/donationPanel.ts'
import { startPagePanels } from '../demo/startPagePanels.ts'
import { recordingFor } from '../harness/cli/startPage.ts'
import { receivedPanel } from '../sandbox/receivedPanel.ts'
import { createStartPage } from '../startPage/startPage.ts'
import { findBrowser } from '../support/browser.ts'
import { startLocalStack } from '../support/localStack.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The local API that all end-to-end tests share; every test uses recipients of its own. */
    localApi: {
      readonly api: string
      readonly issuer: string
      readonly audience: string
      readonly websocket: string
      readonly assemblyFolder: string
      /** Where the requests that the providers' stand-ins got can be read. */
      readonly sandboxLog: string
    }
    /** The start page of that API, and whom its panels are about. */
    startPage: { readonly url: string; readonly recipientId: string }
    /** The browser's executable; empty when there is none. */
    browser: string
  }
}

const startPageRecipient = 'start-page'

/** Synthesizes the stack and runs its bundles, once for all end-to-end tests. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  project.provide('browser', findBrowser())
  const page = createStartPage({
    projectFolder: fileURLToPath(new URL('../..', import.meta.url)),
    openApiFile: fileURLToPath(new URL('../../shared/service/openapi.json', import.meta.url)),
    panelsOf: (api, recipientId) => [
      ...startPagePanels(api, recipientId),
      donationPanel(api, recipientId, sandbox.logUrl),
      receivedPanel(sandbox.log),
    ],
  })
  const { onLog, ...recording } = recordingFor(page)
  const { localApi, sandbox, assemblyFolder, stop } = await startLocalStack(onLog, {}, recording)
  const { api, issuer, audience, websocket = '' } = localApi
  project.provide('localApi', { api, issuer, audience, websocket, assemblyFolder, sandboxLog: sandbox.logUrl })
  project.provide('startPage', {
    recipientId: startPageRecipient,
    url: await page.open({
      api: localApi,
      recipientId: startPageRecipient,
      dataFolder: 'memory',
      sandboxLog: sandbox.logUrl,
    }),
  })
  return stop
}
