import { resolve } from 'node:path'
import { overlayLinks } from '../test/demo/overlayLinks.ts'
import { startPagePanels } from '../test/demo/startPagePanels.ts'
import { runCommandLine } from '../test/harness/cli/commandLine.ts'
import { startStandIns } from '../test/sandbox/standIns.ts'

const projectFolder = resolve(import.meta.dirname, '..')

/** The local API's command line: `start`, `token`, `invoke` and `generate-event`. */
const status = await runCommandLine(process.argv.slice(2), {
  command: 'npm run',
  projectFolder,
  // esbuild's collector of garbage takes a third of its processor time while it bundles every function; within 2 GB it
  // has nothing to collect.
  synthesisVariables: { DEBUGGABLE_BUNDLES: 'true', GOGC: 'off', GOMEMLIMIT: '2GiB' },
  openApiFile: resolve(projectFolder, 'shared/service/openapi.json'),
  startStandIns,
  linksOf: overlayLinks,
  panelsOf: startPagePanels,
  watchFunctions: async ({ onRebuilt, onFailed, onTemplateSource }) => {
    // It is imported only for --watch, because the registry and esbuild would add a tenth of a second to every other
    // start.
    const { watchFunctions } = await import('../infra/build/watchFunctions.ts')
    const { bundleFolder } = await import('../infra/build/bundle.ts')
    const codeFolderOf = (functionId: string) => resolve(bundleFolder, functionId)
    return watchFunctions({
      onRebuilt: (functionIds) => onRebuilt(functionIds, codeFolderOf),
      onFailed,
      onTemplateSource,
    })
  },
})
process.exit(status)
