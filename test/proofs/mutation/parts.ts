import { globSync } from 'node:fs'

/** Code that is mutated together, and the tests that have to notice. */
export interface Part {
  /** Mutants of a hundred that have to be killed. */
  readonly goal: 80 | 95
  readonly mutate: readonly string[]
  readonly tests: readonly string[]
  /** Functions that the tests call: they are loaded before the first test. */
  readonly functions: readonly string[]
  /** Set where tests start the code in processes of their own, so that no test is known to cover a mutant. */
  readonly inProcesses?: true
}

export type Parts = Readonly<Record<string, Part>>

const testsOf = (areas: string): string => `test/suites/{unit,functions}/${areas}/**/*.test.ts`

/** Areas whose mutants are noticed by suites of other areas too. */
const neighbours: Readonly<Record<string, string>> = {
  aws: 'service',
  contract: 'http',
  events: 'history',
  jobs: 'history',
  money: 'payments',
  page: 'time',
  providers: '{messenger,payments,platforms,recipients,sources}',
  secrets: 'recipients',
  store: '{alerts,config,limits,news,workers}',
  time: 'page',
  totals: 'history',
  wakeUps: '{messenger,platforms}',
  webhooks: 'providers',
}

/** An area of `shared` with its functions, and the suites in folders of its name. */
const area = (name: string, goal: Part['goal']): Parts => ({
  [name]: {
    goal,
    mutate: [`shared/{,*/}${name}/**/*.ts`, `functions/${name}/*.ts`],
    tests: [testsOf(name), ...[neighbours[name] ?? []].flat().map(testsOf)],
    functions: [`functions/${name}/*.ts`, 'functions/workers/*.ts'],
  },
})

const part = (goal: Part['goal'], mutate: readonly string[], ...tests: readonly string[]): Part => ({
  goal,
  mutate,
  tests,
  functions: [],
})

/** A folder of the harness and of its spec, which is a package of its own. */
const harness = (name: string, goal: Part['goal']): Parts => ({
  [`harness/${name}`]: part(
    goal,
    [`test/local/runner/${name}/**/*.ts`],
    `test/local/runner/spec/{${name},localApi}/**/*.test.ts`,
  ),
})

/** Where money, tenants, secrets, signatures, delivery or permissions are decided. */
const decisive = [
  'alerts',
  'donors',
  'endpoints',
  'history',
  'http',
  'jobs',
  'messenger',
  'money',
  'otp',
  'overlayPage',
  'overlays',
  'payments',
  'personalData',
  'platforms',
  'providers',
  'realtime',
  'recipients',
  'secrets',
  'sources',
  'store',
  'totals',
  'wakeUps',
  'webhooks',
]
const others = [
  'actions',
  'aws',
  'client',
  'config',
  'contract',
  'events',
  'limits',
  'media',
  'news',
  'page',
  'service',
  'time',
  'webPages',
]

const everyWorker =
  '{alerts,history,media,messenger,payments,personalData,platforms,realtime,recipients,sources,workers}'

/** Together they have every file that decides something, each in one part. */
export const parts: Parts = {
  ...Object.assign({}, ...decisive.map((name) => area(name, 95)), ...others.map((name) => area(name, 80))),
  workers: {
    ...part(95, ['shared/mechanisms/workers/*.ts', 'functions/workers/*.ts'], testsOf(everyWorker)),
    functions: ['functions/workers/*.ts'],
  },
  foundations: part(
    80,
    ['shared/*.ts', 'shared/runtime/*.ts', 'shared/contract/{isInvisible,pathSegment}.ts', 'shared/web/*.ts'],
    'test/suites/unit/*.test.ts',
    'test/suites/contract/*.test.ts',
  ),
  stack: part(95, ['infra/*.ts'], 'test/suites/unit/infra/*.test.ts', 'test/suites/infra/*.test.ts'),
  observability: part(80, ['infra/observability/*.ts'], 'test/suites/infra/{alarms,observability}.test.ts'),
  build: part(
    80,
    ['infra/bundling/**/*.ts'],
    'test/suites/unit/infra/bundling/**/*.test.ts',
    'test/suites/infra/{bundle,debuggableBundle,watchFunctions}.test.ts',
  ),
  documents: part(
    80,
    ['infra/documents/**/*.ts'],
    'test/suites/unit/infra/documents/**/*.test.ts',
    'test/suites/contract/{asyncapi,openapi,readme}.test.ts',
  ),
  operators: part(
    95,
    ['infra/operators/**/*.ts'],
    'test/suites/unit/infra/operators/**/*.test.ts',
    'test/suites/infra/{awsCall,donationFiles,importFile,restore*,serviceGate,setUp,stackResources,stackTables}.test.ts',
  ),
  lasting: part(
    95,
    ['infra/compatibility/*.ts'],
    'test/suites/unit/infra/compatibility/*.test.ts',
    'test/suites/infra/lasting.test.ts',
  ),
  bin: { ...part(80, ['bin/**/*.ts'], 'test/suites/unit/bin/*.test.ts'), inProcesses: true },
  harness: part(
    80,
    ['test/local/runner/*.ts', 'test/local/runner/cli/*.ts'],
    'test/local/runner/spec/localApi/*.test.ts',
    'test/suites/unit/bin/*.test.ts',
  ),
  ...harness('aws', 95),
  ...harness('identity', 95),
  ...harness('gateway', 95),
  ...harness('engines', 80),
  ...harness('events', 80),
  ...harness('lambda', 80),
  ...harness('template', 80),
  ...harness('webSocket', 80),
  startPage: part(
    80,
    ['test/local/startPage/*.ts', 'test/local/startPage/browser/*.ts'],
    'test/local/startPage/spec/startPage.test.ts',
  ),
}

/** Files that are not mutated, each with the reason. */
export const unmutated: Readonly<Record<string, string>> = {
  'shared/web/client/{examples/panel,generated}/*.ts': 'an example that is compiled, and what a generator writes',
}

/** The paths that patterns match, in alphabetical order. */
export const filesOf = (patterns: readonly string[]): readonly string[] =>
  [...new Set(globSync(patterns, { exclude: ['**/node_modules/**'] }))].toSorted()

/** The files of a part that are mutated. */
export const mutatedFiles = ({ mutate }: Part): readonly string[] => {
  const leftOut = new Set(filesOf(Object.keys(unmutated)))
  return filesOf(mutate).filter((path) => !leftOut.has(path))
}

/** The part that the environment variable `PART` names. */
export const chosenPart = (): Part => {
  const part = parts[process.env['PART'] ?? '']
  if (part === undefined) throw new Error(`set PART to one of: ${Object.keys(parts).join(', ')}`)
  return part
}
