import { resolve } from 'node:path'
import { runCommandLine } from '../test/harness/cli/commandLine.ts'
import { sourceFiles } from './commandLine/sourceFiles.ts'

const projectFolder = resolve(import.meta.dirname, '..')

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
  openApiFile: resolve(projectFolder, 'shared/service/openapi.json'),
  listSources: () => sourceFiles(projectFolder),
  startStandIns: async () => (await import('../test/sandbox/standIns.ts')).startStandIns(),
  linksOf: async (api, recipient) => (await import('../test/demo/overlayLinks.ts')).overlayLinks(api, recipient),
  panelsOf: async (api, recipient) => (await import('../test/demo/startPagePanels.ts')).startPagePanels(api, recipient),
  watchFunctions: async ({ onRebuilt, onFailed, onTemplateSource }) => {
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
