import { resolve } from 'node:path'
import { runCommandLine } from '../test/local/runner/cli/commandLine.ts'
import type { LocalApi } from '../test/local/runner/localApi.ts'
import type { Panel } from '../test/local/startPage/panels.ts'
import { sourceFiles } from './commandLine/sourceFiles.ts'

const projectFolder = resolve(import.meta.dirname, '..')
/** What the start page shows of the stand-ins; nothing while the real providers are called. */
let standInPanelsOf = (_api: LocalApi, _recipient: string): readonly Panel[] => []

/**
 * The local API's command line: `start`, `token`, `invoke` and `generate-event`. A part that only one of them needs is
 * imported by its first use.
 */
const status = await runCommandLine(process.argv.slice(2), {
  command: 'npm run',
  projectFolder,
  // esbuild's collector of garbage takes a third of its processor time while it bundles every function; within 2 GB it
  // has nothing to collect.
  synthesisVariables: { DEBUGGABLE_BUNDLES: 'true', GOGC: 'off', GOMEMLIMIT: '2GiB' },
  openApiFile: resolve(projectFolder, 'shared/areas/service/openapi.json'),
  listSources: () => sourceFiles(projectFolder),
  startStandIns: async (options) => {
    const { startStandIns } = await import('../test/local/sandbox/startStandIns.ts')
    const { panelsOf, ...standIns } = await startStandIns(options)
    standInPanelsOf = panelsOf
    return standIns
  },
  linksOf: async (api, recipient) => (await import('../test/local/demo/overlayLinks.ts')).overlayLinks(api, recipient),
  startPage: async (options) => {
    const { createStartPage } = await import('../test/local/startPage/startPage.ts')
    const { panelAtItsAddress } = await import('../test/local/demo/panelAtItsAddress.ts')
    const { startPagePanels } = await import('../test/local/demo/startPagePanels.ts')
    const panelsOf = (api: LocalApi, recipient: string) => [
      ...startPagePanels(api, recipient),
      ...standInPanelsOf(api, recipient),
    ]
    const page = createStartPage({ ...options, panelsOf })
    return { ...page, pages: (...given) => panelAtItsAddress(...given) || page.pages(...given) }
  },
  watchFunctions: async ({ onRebuilt, onFailed, onTemplateSource }) => {
    const { watchFunctions } = await import('../infra/bundling/watchFunctions.ts')
    const { bundleFolder } = await import('../infra/bundling/bundle.ts')
    const codeFolderOf = (functionId: string) => resolve(bundleFolder, functionId)
    return watchFunctions({
      onRebuilt: (functionIds) => onRebuilt(functionIds, codeFolderOf),
      onFailed,
      onTemplateSource,
    })
  },
})
process.exit(status)
