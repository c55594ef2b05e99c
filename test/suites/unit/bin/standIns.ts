export type StandIns = Readonly<Record<string, string>>

export const asFunction = (name: string, body: string): string => `export const ${name} = ${body};`

/** A local API, of which nothing is asked. */
const localApi = { 'bin/commandLine/localApi.ts': asFunction('localApi', "(api) => ({ api, dynamodb: 'http://a' })") }

/** Files that are there, with this text; each write is a line. */
export const files = (text: string, isThere = true): StandIns => ({
  'node:fs': `export const existsSync = () => ${isThere}
    export const mkdirSync = () => {}
    export const mkdtempSync = () => 'made'
    export const readdirSync = () => ['a.template.json', 'tree.json']
    export const readFileSync = () => ${JSON.stringify(text)}
    export const rmSync = () => {}
    export const statSync = () => ({ size: 1_000_000 })
    export const writeFileSync = (file, text) => console.log('writes ' + file + ': ' + text)`,
})

const generatedFiles: StandIns = {
  'infra/documents/generatedFile.ts': `export const serialized = JSON.stringify
    export const staleness = (text) => text === 'types' ? 'it differs in line 1' : undefined
    export const writeGenerated = (text, file) => console.log('writes ' + file + ': ' + text)`,
}

const rollback = {
  'infra/operators/setup/rollbackTriggers.ts': asFunction(
    'setRollbackTriggers',
    "async (_, stack) => 'set for ' + stack",
  ),
}

/** What each script asks to do the work, in its place. */
export const standIns: Readonly<Record<string, StandIns>> = {
  build: {
    ...files(''),
    'infra/bundling/bundle.ts': asFunction('bundleFunctions', 'async () => ({ outputs: { getHealth: "a" } })'),
  },
  'lint:templates': {
    ...files(''),
    'node:os': "export const tmpdir = () => 'made'\nexport const availableParallelism = () => 2",
    'node:child_process': `export const execFile = (linter, words, then) => {
      console.log(words.join(' '))
      then(words.includes('made/1/a.template.json') ? new Error('2') : null, 'E3006', '')
    }`,
    'infra/bundling/bundle.ts': asFunction('bundleFunctions', 'async () => {}'),
    'infra/serviceApp.ts': asFunction('serviceApp', '() => ({ synth: () => {} })'),
    'test/suites/infra/settingCases.ts': `export const contextOf = () => ({})
      export const settingCases = () => [[], ['monthlyBudget']]`,
    'test/proofs/imitation/pythonPrograms.ts': asFunction('pythonPrograms', "() => 'bin'"),
    'test/proofs/installedPython.ts': asFunction('hasPython', '() => true'),
  },
  'lint:documents': {
    'test/proofs/generators/checks.ts': asFunction('runChecks', "(_, write) => { write('one failed'); return 1 }"),
    'test/proofs/generators/programs.ts': asFunction('install', '() => {}'),
  },
  deploy: {
    'node:child_process': `import { EventEmitter } from 'node:events'
      export const spawn = (_, [cdk, ...words]) => {
        console.log(words.join(' '))
        const child = new EventEmitter()
        setImmediate(() => child.emit('exit', words.includes('stage=broken') ? null : 0))
        return child
      }`,
    'infra/compatibility/currentShape.ts': asFunction('currentPromises', "() => 'this'"),
    'infra/compatibility/releasedShape.ts': asFunction('readReleasedShape', "() => ({ retired: 'given up' })"),
    'infra/compatibility/refusals.ts': asFunction('promiseRefusals', '() => []'),
    'infra/operators/deploymentRefusals.ts': asFunction('deploymentRefusals', 'async () => []'),
  },
  'deploy:imitation': {
    'test/proofs/installedPython.ts': asFunction('hasPython', '() => true'),
    'test/proofs/deployment/rehearsal.ts': asFunction(
      'rehearse',
      `async ({ authorized, write }) => {
        if (authorized) throw new Error('a donation is lost', { cause: 'the log' })
        write('all is there')
      }`,
    ),
  },
  'deploy:check': {
    'node:readline/promises': `process.stdin.isTTY = true
      export const createInterface = () => ({ question: async () => '', close: () => {} })`,
    'infra/operators/stackResources.ts': asFunction('stackExists', "async (_, name) => name === 'old-data'"),
    'test/proofs/deployment/awsTrial.ts': asFunction(
      'tryAws',
      `async ({ stackName, write, progress }) => {
        progress('deploys ' + stackName + ' to ' + process.env.AWS_PROFILE + ' in ' + process.env.AWS_REGION + ', ' + process.env.AWS_DEFAULT_REGION)
        write('it cost a cent')
      }`,
    ),
  },
  settings: {
    'infra/deploymentSettings.ts': asFunction(
      'deploymentSettings',
      "(_, kept, region) => ({ settings: { stackName: region, panel: false }, sources: { panel: 'stage' } })",
    ),
  },
  openapi: {
    ...generatedFiles,
    'infra/documents/openapi/document.ts': asFunction('openApiDocument', "() => 'api'"),
    'infra/documents/asyncapi/document.ts': asFunction('asyncApiDocument', "() => 'events'"),
    'shared/web/client/generator/clientFiles.ts': asFunction('clientFiles', "async () => ({ 'api.ts': 'types' })"),
  },
  shape: {
    ...generatedFiles,
    'infra/compatibility/currentShape.ts': `export const currentShape = () => ({ resources: 'all' })
      export const currentPromises = () => ({ contexts: 'those' })`,
    'infra/compatibility/refusals.ts': `export const shapeRefusals = (_, after, retired) => [retired].flat()
      export const promiseRefusals = ({ broken = [] }) => [broken].flat()`,
    'infra/compatibility/releasedShape.ts': `export const shapeFile = 'package.json'
      export const readReleasedShape = () => ({ release: '0', commit: 'old', retired: [] })`,
  },
  items: {
    ...files(''),
    'test/suites/compatibility/storedItems.ts': `export const itemsFile = 'items.json'
      export const itemsText = String`,
    'test/suites/compatibility/writeItems.ts': asFunction('writeItems', "async () => 'items'"),
  },
  overlay: {
    'infra/bundling/webPages.ts': `export const webPages = [{ folder: 'first' }, { folder: 'last' }]
      export const buildPage = async ({ folder }) => folder
      export const builtFile = ({ folder }) => folder + '/page.json'
      export const isStale = (page) => page === 'last'
      export const writePage = (page, file) => console.log('writes ' + file + ': ' + page)`,
  },
  donate: {
    ...localApi,
    'test/local/demo/donation.ts': `export async function* donate({ api }, donation) { yield api + JSON.stringify(donation) }`,
  },
  link: {
    ...localApi,
    'test/local/demo/linkChat.ts': asFunction('linkChat', 'async (api, recipient, chat) => [JSON.stringify(chat)]'),
  },
  stream: {
    ...localApi,
    'test/local/demo/streamEvent.ts': 'export async function* fireTrigger(_, firing) { yield JSON.stringify(firing) }',
  },
  kills: {
    'test/proofs/kills/runKills.ts': asFunction(
      'runKills',
      `async (_, { count, seed, onProgress }) => {
        onProgress(count + ' kills')
        return { lines: ['seed ' + seed], isRight: seed > 0 }
      }`,
    ),
  },
  scale: {
    'test/proofs/bench/shared.ts': asFunction('endShared', 'async () => {}'),
    'test/proofs/scale/measureScale.ts': `export const listIds = ['listNews', 'listChats']
      const cost = { kept: 1, units: 1, roundTrips: 1 }
      export async function* measureScale(size, list = 'listNews') {
        for (const isBounded of [size > 1000, true])
          yield { list, before: {}, few: cost, read: cost, many: { ...cost, kept: size }, met: isBounded, isBounded }
      }`,
  },
  doctor: {
    'node:child_process': asFunction('spawnSync', "() => ({ stdout: '11.6.0' })"),
    'test/support/browser.ts': asFunction('findBrowser', "() => ''"),
    'test/support/examineMachine.ts': asFunction(
      'examine',
      "async () => [{ subject: 'Disk', state: 'good', text: 'free' }]",
    ),
  },
  where: {
    'infra/bundling/bundle.ts': asFunction('defaultEntries', "() => [{ id: 'getHealth' }]"),
    'infra/bundling/sourcePosition.ts': asFunction(
      'sourcePosition',
      "async (_, { line, column }) => line === 9 ? undefined : { file: 'a.ts', line, column }",
    ),
  },
  setup: {
    ...rollback,
    'infra/operators/stackResources.ts': asFunction('deploymentOutputs', 'async () => ({})'),
    'infra/operators/setup/questions.ts': `export const askAnswers = () => {}
      export const answersFrom = () => ({})
      export const askTerminal = () => {}`,
    'infra/operators/setup/setUp.ts': asFunction(
      'setUp',
      `async ({ progress, urls }) => {
        progress('User a@b.example: made, bots at ' + urls.telegram + ' and ' + urls.max)
        return { api: 'https://a.example', user: 'a@b.example', secrets: { 'kick/client-id': 'kept' }, overlay: 'https://o.example' }
      }`,
    ),
  },
  replay: {
    ...localApi,
    'infra/operators/stackTables.ts': asFunction('stackTables', '(_, stack) => stack'),
    'infra/operators/replayDue.ts': `export const localTables = () => 'local'
      export const lineOf = ({ items }) => items + ' due'
      export async function* replayDue(_, table) { yield { table, items: 2 } }`,
  },
  restore: {
    'infra/operators/replayDue.ts': `export const lineOf = ({ items }) => items + ' due'
      export const replayDue = async function* () {}`,
    'infra/operators/stackResources.ts': asFunction('stackResources', 'async () => []'),
    'infra/operators/stackTables.ts': asFunction('stackTables', '() => async (table) => table'),
    'infra/operators/restore/serviceGate.ts': asFunction(
      'serviceGate',
      "async (_, { tables }, waits) => console.error('closes for ' + tables, waits.pollingMs, waits.settlingMs)",
    ),
    'infra/operators/restore/restoreTables.ts': asFunction(
      'restoreTables',
      `async ({ tables, at, erased, dryRun, waits, progress }) => {
        progress([tables, at.toISOString(), JSON.stringify(erased), dryRun].join(' ') + ' ' + waits.settlingMs)
        const wrong = { recipientId: 'alice', list: 'goals', stored: 1, counted: 2 }
        return { tables: [{ table: 'news', put: 1, deleted: 2, unchanged: 3 }], wrongTotals: dryRun ? [] : [wrong], replayed: [] }
      }`,
    ),
  },
  import: {
    'infra/operators/import/importFile.ts': asFunction(
      'importFile',
      `async ({ encoding, kind, target, understood, refused }) => {
        for (let line = 1; line < 8; line++) understood(line, {}, [])
        understood(8, {}, ['message'])
        refused(9, encoding + '\\u001b\\u0007' + 'x'.repeat(400))
        return { system: kind, report: { rows: { refused: 1 } } }
      }`,
    ),
    'infra/operators/import/reportLines.ts': asFunction('reportLines', '(file) => [file]'),
  },
  demo: {
    ...localApi,
    'node:child_process': asFunction(
      'execFileSync',
      "(_, [, , , recipient, , api]) => 'a token of ' + recipient.replace(/demo-[^-]+/, 'demo') + ' at ' + api + '\\n'",
    ),
    'test/local/demo/toolset.ts': `export const specified = ['listNews', 'addNews']
      export const toolset = []`,
    'test/local/demo/resourceTable.ts': `export const resourceTable = () => []
      export const tableLines = () => ['| resource |']
      export const faultsOf = () => ({ gaps: [] })`,
    'test/local/demo/walk.ts': asFunction(
      'walk',
      `async (_, { write, token, anotherToken }) => {
        write('GET /news with ' + token + ' and ' + anotherToken)
        return { called: new Set(['listNews', 'addNews', 'getHealth']), notCalled: ['getPanel'], endpoints: [] }
      }`,
    ),
  },
  mutation: {
    'test/proofs/mutation/parts.ts':
      'export const parts = { news: { goal: 90 }, otp: { goal: 90 }, media: { goal: 90 } }',
    'test/proofs/mutation/chosenParts.ts': asFunction('chosenParts', '(names) => ({ [names]: {} })'),
    'test/proofs/mutation/measure.ts': asFunction(
      'measure',
      "(name, { force }) => ({ score: name === 'otp' ? 89.9 : force ? 91 : 90, survivors: [name + '.ts:1'], disabled: 0 })",
    ),
    'test/proofs/mutation/scores.ts': `export const changedParts = () => ['news', 'otp']
      export const digestOf = () => 'digest'
      export const readScores = () => ({ media: 'kept' })
      export const writeScores = (scores) => console.log('writes ' + Object.keys(scores))`,
  },
  bench: {
    ...files(''),
    'test/proofs/bench/measureFigures.ts': `export const chosenFigures = (figures, only) => [only]
      export const measureFigures = async ([figure]) => { console.log('measures ' + figure); return figure }`,
    'test/proofs/bench/results.ts': `export const presentCommit = () => { console.log('looks at the commit'); return 'abc' }
      export const writeResults = (_, commit, report) => console.log('writes ' + report + ' of ' + commit)`,
  },
}
