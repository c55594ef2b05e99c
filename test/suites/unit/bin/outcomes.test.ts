import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import manifest from '../../../../package.json' with { type: 'json' }
import type { Outcome } from '../../../support/runScripts.ts'
import { scriptOutcomes } from '../../../support/scriptOutcomes.ts'
import { asFunction, files, type StandIns, standIns } from './standIns.ts'

const scripts: Readonly<Record<string, string>> = manifest.scripts
const programOf = (script: string): string => /bin\/\w+\.ts/.exec(scripts[script] ?? '')?.[0] ?? expect.fail(script)

interface Case {
  /** A script with its options. */
  readonly line: string
  readonly status?: 1
  readonly stdout?: string
  readonly stderr?: string
  /** Other answers than the usual ones. */
  readonly where?: StandIns
}

const deployed = (options: string, more: string): string => `synth --quiet ${options}\ndeploy --all ${more}\n`
const writes = (folder: (place: string) => string): string =>
  `writes ${folder('shared/areas/service/')}openapi.json: "api"
writes ${folder('infra/documents/asyncapi/')}asyncapi.json: "events"
writes ${folder('shared/web/client/generated/')}api.ts: types\n`
const tour =
  '\n2 of 2 operations and 1 companions, every answer as documented.\n\n| resource |\n\nNot part of the tour: getPanel\n'
const shown = [1, 2, 3, 4, 5].map((line) => `line ${line}: {}\n`).join('')
const cut = 'line 8: cut, because it is too long: message\n'
const quoted = `utf-8 ${'x'.repeat(294)}`
const row = (kept: number, verdict: string): string =>
  `| listNews |  |  |  | undefined (undefined) | 1 | 1 RRU, 1 | 1 | 1 RRU, 1 | ${kept} | 1 RRU, 1 | 1.0 | 1.0 | ${verdict} |\n`
const scaleHead = `| list | query | goal | today in the field | before | kept | after | kept | after | kept | after | × first | × second | |
|---|---|---|---|---|---|---|---|---|---|---|---|---|---|
`
const lasting =
  'announcers,chats,actions,configs,news,history,alerts,deliveries,overlays,payments,gateways,endpoints,videos,playlists,tokens,watchedChannels,donationSources,accountLinks,recipients,leaders,quotas'
const measured = (name: string, score = 90): string => `writes ${name === 'media' ? name : `media,${name}`}
${name}: ${score} (goal 90), 1 survivors, 0 disabled, 0.1 min
  ${name}.ts:1
`
const toTable = '"npm run docs" writes the table of test/REFERENCE.md.\n'
const linted = (...files: readonly string[]): string => `--regions us-east-1 eu-central-1 ${files.join(' ')}`

const cases: readonly Case[] = [
  { line: 'build', stdout: '  1000.0 KB  getHealth\n' },
  { line: 'build --json', stdout: '{"getHealth":1000000}\n' },
  {
    line: 'lint:templates',
    status: 1,
    stdout: `--ignore-checks W3005 W6001 ${linted('eu-north-1', '--template made/0/a.template.json')}
--ignore-checks W3005 W6001 ${linted('--template made/1/a.template.json')}
no settings: fine
monthlyBudget: \nE3006\n`,
  },
  { line: 'lint:documents', status: 1, stdout: 'one failed\n' },
  { line: 'deploy', stdout: deployed('--output cdk.out', '--app cdk.out --require-approval broadening') },
  {
    line: 'deploy -c stage=a -c panel=false --output made',
    stdout: deployed('--output made -c stage=a -c panel=false', '--app made --require-approval broadening'),
  },
  { line: 'deploy -c stage=broken', status: 1, stdout: 'synth --quiet --output cdk.out -c stage=broken\n' },
  {
    line: 'deploy',
    where: {
      'infra/operators/deploymentRefusals.ts': asFunction(
        'deploymentRefusals',
        "async (_, folder, retired) => [folder + ' loses, and has ' + retired]",
      ),
    },
    status: 1,
    stdout: 'synth --quiet --output cdk.out\n',
    stderr: 'Nothing was deployed:\ncdk.out loses, and has given up\n',
  },
  {
    line: 'deploy',
    where: {
      'infra/compatibility/refusals.ts': asFunction(
        'promiseRefusals',
        "({ retired }, after) => [after + ' breaks what was ' + retired]",
      ),
    },
    status: 1,
    stdout: 'synth --quiet --output cdk.out\n',
    stderr: 'Nothing was deployed:\nthis breaks what was given up\n',
  },
  {
    line: 'deploy:imitation',
    status: 1,
    stdout: 'release all is there\n',
    stderr: 'deploy:imitation: a donation is lost\nthe log\n',
  },
  {
    line: 'deploy:imitation --json',
    where: { 'test/proofs/installedPython.ts': asFunction('hasPython', '() => false') },
    stdout:
      '{"isSkipped":true,"lines":["deploy:imitation is skipped: there is no python3 that can make virtual environments"]}\n',
    stderr: 'deploy:imitation is skipped: there is no python3 that can make virtual environments\n',
  },
  {
    line: 'deploy:imitation --json',
    where: {
      'test/proofs/deployment/rehearsal.ts': asFunction('rehearse', "async ({ write }) => write('all is there')"),
    },
    stdout: '{"isSkipped":false,"lines":["release all is there","changes all is there"]}\n',
    stderr: 'release all is there\nchanges all is there\n',
  },
  {
    line: 'deploy:check --profile me --region eu-west-3 --stack new --yes --json',
    stdout: '{"stack":"new","lines":["it cost a cent"]}\n',
    stderr: 'deploys new to me in eu-west-3, eu-west-3\nit cost a cent\n',
  },
  { line: 'deploy:check --profile me --stack new', status: 1, stderr: 'Nothing was deployed\n' },
  {
    line: 'deploy:check --profile me --stack new --region eu-west-3',
    where: {
      'node:readline/promises': `process.stdin.isTTY = true
        export const createInterface = () => ({ question: async () => 'yes ', close: () => {} })`,
    },
    stdout: 'it cost a cent\n',
    stderr: 'deploys new to me in eu-west-3, eu-west-3\n',
  },
  {
    line: 'deploy:check --profile me --stack old --yes',
    status: 1,
    stderr: 'There is a stack old-data already: it would be destroyed\n',
  },
  {
    line: 'settings',
    stdout: `stackName           us-east-1                                default
panel               false                                    stage\n`,
  },
  { line: 'settings --json', stdout: '{\n  "stackName": "us-east-1",\n  "panel": false\n}\n' },
  { line: 'openapi', stdout: writes((place) => place) },
  { line: 'openapi made', stdout: writes(() => 'made/') },
  {
    line: 'openapi made --check',
    status: 1,
    stderr: 'made/api.ts is stale: it differs in line 1. Run "npm run openapi" and commit it.\n',
  },
  {
    line: 'shape',
    stdout: `writes package.json: {"release":"${manifest.version}","commit":null,"retired":[],"resources":"all","contexts":"those"}\n`,
  },
  { line: 'shape --check' },
  { line: 'shape --commit abc', stdout: 'writes package.json: {"release":"0","commit":"abc","retired":[]}\n' },
  {
    line: 'shape',
    where: {
      'infra/compatibility/releasedShape.ts': `export const shapeFile = 'package.json'
        export const readReleasedShape = () => ({ retired: 'newsTable', broken: 'the purpose of a key' })`,
    },
    status: 1,
    stderr: 'newsTable\nthe purpose of a key\n',
  },
  { line: 'items', status: 1, stderr: 'items.json is there: what a release wrote never changes.\n' },
  { line: 'items', where: files('', false), stdout: 'writes items.json: items\n' },
  { line: 'items --replace', stdout: 'writes items.json: items\n' },
  { line: 'overlay', stdout: 'writes first/page.json: first\nwrites last/page.json: last\n' },
  {
    line: 'overlay --check',
    status: 1,
    stderr: 'The page of last is stale. Run "npm run overlay" and commit it.\n',
  },
  {
    line: 'donate --recipient a --amount 5 --currency eur --api http://b',
    stdout:
      'http://b{"message":"","nickname":"A viewer","test":false,"recipient":"a","amount":{"major":5,"minor":0,"currency":"EUR"}}\n',
  },
  {
    line: 'link --recipient a --chat=-100',
    stdout: 'The bot says: {"accountId":"main","chatId":-100}\nThe chat -100 is linked by a\n',
  },
  { line: 'stream --recipient a', stdout: '{"trigger":"STREAM_STARTED","stream":"1","recipient":"a"}\n' },
  { line: 'kills --seed 7', stdout: 'seed 7\n', stderr: '100 kills\n' },
  {
    line: 'kills 3 --seed 0 --json',
    status: 1,
    stdout: '{"seed":0,"lines":["seed 0"],"isRight":false}\n',
    stderr: '3 kills\nseed 0\n',
  },
  ...[20_000, 10_000_000].map((size) => ({
    line: size === 20_000 ? 'scale' : `scale --size ${size}`,
    stdout: `${scaleHead}${row(size, 'met').repeat(2)}`,
  })),
  {
    line: 'scale --only listChats',
    stdout: `${scaleHead}${row(20_000, 'met').repeat(2).replaceAll('listNews', 'listChats')}`,
  },
  { line: 'scale --size 1000', status: 1, stdout: `${scaleHead}${row(1000, 'NOT MET')}${row(1000, 'met')}` },
  {
    line: 'doctor',
    stdout:
      '✓ Disk             free\n✓ npm              11.6.0\n· Browser          none: the tests of the overlay are skipped\n',
  },
  {
    line: 'doctor --json',
    where: { 'node:child_process': asFunction('spawnSync', '() => ({})') },
    status: 1,
    stdout:
      '{"findings":[{"subject":"Disk","state":"good","text":"free"},{"subject":"npm","state":"missing","text":"none on the PATH: it comes with Node.js"},{"subject":"Browser","state":"optional","text":"none: the tests of the overlay are skipped"}]}\n',
  },
  { line: 'where getHealth index.cjs:17:391)', stdout: 'a.ts:17:391\n' },
  { line: 'where getHealth 17:391 --json', stdout: '{"file":"a.ts","line":17,"column":391}\n' },
  {
    line: 'where getHealth 17:391',
    where: {
      'infra/deploymentSettings.ts': asFunction('deploymentSettings', '() => ({ settings: { leanSdk: false } })'),
      'infra/bundling/sourcePosition.ts': asFunction(
        'sourcePosition',
        'async (_, at, kind) => ({ file: kind.leanSdk, ...at })',
      ),
    },
    stdout: 'false:17:391\n',
  },
  { line: 'where getHealth 9:1', status: 1, stderr: 'No source of getHealth is at 9:1\n' },
  {
    line: 'setup --aws --answers package.json',
    stdout: `kick/client-id               kept

API                          https://a.example
Kick's webhooks come to      https://a.example/platforms/webhooks/kick
Rollback by alarms           set for streaming-support
Overlay, a browser source    https://o.example
`,
    stderr: 'User a@b.example: made, bots at https://api.telegram.org and https://platform-api.max.ru\n',
  },
  {
    line: 'setup --aws --answers package.json --json',
    stdout:
      '{"api":"https://a.example","user":"a@b.example","secrets":{"kick/client-id":"kept"},"overlay":"https://o.example","rollback":"set for streaming-support"}\n',
    stderr: 'User a@b.example: made, bots at https://api.telegram.org and https://platform-api.max.ru\n',
  },
  {
    line: 'adopt --assembly /none',
    status: 1,
    stderr: 'There is no /none/streaming-support-data.template.json: npx cdk synth --quiet writes it\n',
  },
  { line: 'replay', stdout: '2 due\n' },
  { line: 'replay --json', stdout: '{"replayed":[{"table":"local","items":2}]}\n' },
  { line: 'replay --aws --json', stdout: '{"replayed":[{"table":"streaming-support","items":2}]}\n' },
  {
    line: 'restore --stack tools --at 2026-01-01T00:00:00Z --json',
    status: 1,
    stdout:
      '{"stack":"tools","at":"2026-01-01T00:00:00.000Z","dryRun":false,"tables":[{"table":"news","put":1,"deleted":2,"unchanged":3}],"wrongTotals":[{"recipientId":"alice","list":"goals","stored":1,"counted":2}],"replayed":[]}\n',
    stderr: `closes for ${lasting} 5000 120000\n${lasting} 2026-01-01T00:00:00.000Z  false 120000\n`,
  },
  {
    line: 'restore --stack tools --at 2026-01-01T00:00:00Z --table news --table chats --erased bob --erased none --erased eve --dry-run',
    stdout: 'news                 1 put, 2 deleted, 3 unchanged\n',
    stderr: 'closes for news,chats 5000 120000\nnews,chats 2026-01-01T00:00:00.000Z ["bob","eve"] true 120000\n',
  },
  {
    line: 'import ./package.json --dry-run',
    status: 1,
    stdout: `${shown}${cut}line 9: not imported: ${quoted}\npackage.json\n`,
  },
  {
    line: 'import package.json --dry-run --json',
    status: 1,
    stdout: `{"file":"package.json","dryRun":true,"system":"json","report":{"rows":{"refused":1}},"refused":[{"line":9,"reason":"utf-8\\u001b\\u0007${'x'.repeat(400)}"}]}\n`,
    stderr: `${shown}${cut}`,
  },
  ...['https://a.example', 'http://localhost:3000', 'http://127.0.0.1:3000'].map((api) => ({
    line: `import package.json --token eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0. --api ${api}`,
    where: {
      'infra/operators/import/importFile.ts': asFunction(
        'importFile',
        'async ({ target: { api, recipientId }, understood }) => ({ report: { rows: { refused: 0 } }, is: [understood(1, {}, []), console.log(api, recipientId)] })',
      ),
    },
    stdout: `${api} a\npackage.json\n`,
  })),
  {
    line: 'demo --api http://b',
    stdout: `GET /news with a token of demo at http://b and a token of demo-another at http://b\n${tour}`,
  },
  {
    line: 'demo --json',
    stdout: '{"called":["listNews","addNews","getHealth"],"notCalled":["getPanel"]}\n',
    stderr: 'GET /news with a token of demo at undefined and a token of demo-another at undefined\n',
  },
  ...[
    { 'test/local/demo/toolset.ts': "export const specified = ['listNews', 'getPanel']; export const toolset = []" },
    {
      'test/local/demo/resourceTable.ts': `export const resourceTable = () => []
        export const tableLines = () => []
        export const faultsOf = () => ({ gaps: ['news change'] })`,
    },
  ].map((where) => ({
    line: 'demo --json',
    where,
    status: 1 as const,
    stdout: '{"called":["listNews","addNews","getHealth"],"notCalled":["getPanel"]}\n',
    stderr: 'GET /news with a token of demo at undefined and a token of demo-another at undefined\n',
  })),
  { line: 'mutation', status: 1, stdout: `${measured('news')}${measured('otp', 89.9)}2 parts in 0.2 min. ${toTable}` },
  { line: 'mutation --part media', stdout: `${measured('media')}1 parts in 0.1 min. ${toTable}` },
  {
    line: 'mutation --all --force',
    status: 1,
    stdout: `${measured('news', 91)}${measured('otp', 89.9)}${measured('media', 91)}3 parts in 0.3 min. ${toTable}`,
  },
  ...[
    ['', resolve('bench/latest.json')],
    [' --json /a/b.json', '/a/b.json'],
  ].map(([option, file]) => ({
    line: `bench --only start${option}`,
    stdout: `looks at the commit\nmeasures start\nwrites ${file}: "start"\n\nwrites start of abc\n`,
  })),
]

const outcomes = await scriptOutcomes(
  cases.map(({ line, where }) => {
    const [script = '', ...args] = line.split(' ')
    return { program: programOf(script), args, standIns: { ...standIns[script], ...where } }
  }),
  { ...process.env, NO_COLOR: '1', AWS_REGION: 'us-east-1', CDK_DEFAULT_REGION: undefined },
)

test.each(cases.map((each, index) => [each.line, each, outcomes[index]] as const))(
  'npm run %s: its status, what it prints, and what it writes',
  (_line, { status = 0, stdout = '', stderr = '' }, outcome) => {
    expect(outcome).toEqual<Outcome>({ status, stdout, stderr })
  },
)
