import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '../installedPackages.ts'
import { hasPython } from '../installedPython.ts'
import { makePythonClient } from '../pythonClient.ts'
import { canRun, run, runTool } from './programs.ts'

/** A linter or a generator, and what becomes of the documents under it. */
export interface Check {
  readonly name: string
  /** What this machine has to have; without it the check is skipped. */
  readonly needs?: { readonly what: string; readonly isThere: (folder: string) => boolean }
  /**
   * @returns a text with the counts, where something was counted
   * @throws Error with what the program says, if it is not content
   */
  readonly run: (folder: string) => unknown
}

const openApi = join(projectFolder, 'shared/areas/service/openapi.json')
const asyncApi = join(projectFolder, 'infra/documents/asyncapi/asyncapi.json')

/** The version of openapi-generator; its npm package is a wrapper that fetches this one from Maven Central. */
const generatorVersion = '7.25.0'

const spectralRules = {
  extends: ['spectral:oas', 'spectral:asyncapi'],
  // Whoever runs a deployment is its contact, and has no address here.
  rules: { 'asyncapi-info-contact-properties': 'off' },
}

const lintBySpectral = (folder: string): void => {
  writeFileSync(join(folder, 'rules.json'), JSON.stringify(spectralRules))
  runTool('spectral', ['lint', openApi, asyncApi, '--ruleset', 'rules.json', '--fail-severity', 'warn'], folder)
}

/** API Gateway prefers a literal segment, so `/donors/payments/{token}` is never a page of a recipient. */
const withoutAmbiguity = ['--skip-rule', 'no-ambiguous-paths']

const lintByRedocly = (folder: string): void => {
  for (const document of [openApi, asyncApi]) {
    const report = runTool(
      'redocly',
      ['lint', document, '--extends', 'recommended', '--format', 'json', ...withoutAmbiguity],
      folder,
    )
    const { totals, problems } = JSON.parse(report) as { totals: { warnings: number }; problems: readonly object[] }
    if (totals.warnings > 0) throw new Error(JSON.stringify(problems, null, 2))
  }
}

/** Whether an application that is as strict as TypeScript allows compiles with a generated client. */
const compile = (folder: string): void => {
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['client'] }))
  run(join(projectFolder, 'node_modules/.bin/tsc'), ['-p', '.'], folder)
}

const runGenerator = (args: readonly string[], folder: string): void => {
  writeFileSync(join(folder, 'openapitools.json'), JSON.stringify({ 'generator-cli': { version: generatorVersion } }))
  runTool('openapi-generator-cli', args, folder)
}

const generate = (generator: string, folder: string): void =>
  runGenerator(['generate', '-i', openApi, '-g', generator, '-o', 'client'], folder)

/** Whether the generator itself can be fetched, and runs. */
const canGenerate = (folder: string): boolean => {
  try {
    runGenerator(['version'], folder)
    return true
  } catch {
    return false
  }
}

const java = {
  what: 'Java 11 or newer with a way to Maven Central',
  isThere: (folder: string) => canRun('java', '--version') && canGenerate(folder),
}
const maven = {
  what: `Maven, or no ${java.what}`,
  isThere: (folder: string) => canRun('mvn', '--version') && java.isThere(folder),
}
const python = {
  what: `Python 3, or no ${java.what}`,
  isThere: (folder: string) => hasPython() && java.isThere(folder),
}

/** Imports every module of a generated package: its models are built then. */
const importAll = `
import importlib, pkgutil, openapi_client
for module in pkgutil.walk_packages(openapi_client.__path__, 'openapi_client.'):
    importlib.import_module(module.name)
`

/** Reads every example of a problem by the generated client. */
const readProblems = join(import.meta.dirname, 'readProblems.py')

const checks: readonly Check[] = [
  { name: 'Spectral', run: lintBySpectral },
  { name: 'Redocly', run: lintByRedocly },
  {
    name: 'hey-api',
    run: (folder) => {
      runTool('openapi-ts', ['-i', openApi, '-o', 'client', '-c', '@hey-api/client-fetch', '--no-log-file'], folder)
      compile(folder)
    },
  },
  {
    name: 'orval',
    run: (folder) => {
      const output = ['-o', 'client/service.ts', '--client', 'fetch', '--mode', 'single']
      runTool('orval', ['-i', openApi, ...output, '--fail-on-warnings'], folder)
      compile(folder)
    },
  },
  {
    name: 'openapi-generator typescript-fetch',
    needs: java,
    run: (folder) => {
      generate('typescript-fetch', folder)
      compile(folder)
    },
  },
  {
    name: 'openapi-generator java',
    needs: maven,
    run: (folder) => {
      generate('java', folder)
      run('mvn', ['-q', '-B', '-DskipTests', 'compile'], join(folder, 'client'))
    },
  },
  {
    name: 'openapi-generator python',
    needs: python,
    run: (folder) => {
      generate('python', folder)
      run('python3', ['-m', 'venv', 'python'], folder)
      run(join(folder, 'python/bin/pip'), ['install', '--quiet', '-r', 'client/requirements.txt'], folder)
      run('../python/bin/python', ['-c', importAll], join(folder, 'client'))
    },
  },
  {
    name: 'openapi-python-client',
    needs: { what: 'Python 3', isThere: hasPython },
    run: (folder) => {
      const python = makePythonClient(join(folder, 'client'))
      return run(python, [readProblems, openApi], join(folder, 'client'))
    },
  },
]

/** Runs the checks one after another, each in a folder of its own, and resolves with the number of those that failed. */
export const runChecks = (folder: string, write: (line: string) => void): number => {
  let failed = 0
  for (const { name, needs, run: runCheck } of checks) {
    const own = join(folder, name.replace(' ', '-'))
    mkdirSync(own)
    if (needs !== undefined && !needs.isThere(own)) {
      write(`${name}: skipped, there is no ${needs.what}`)
      continue
    }
    try {
      const counted = runCheck(own)
      write(typeof counted === 'string' ? `${name}: fine, ${counted.trim()}` : `${name}: fine`)
    } catch (error) {
      failed++
      write(`${name}: ${error instanceof Error ? error.message : error}`)
    }
  }
  return failed
}
