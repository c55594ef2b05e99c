import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import manifest from '../../../../package.json' with { type: 'json' }
import { visitsAssembly } from '../../../local/runner/spec/localApi/visitsAssembly.ts'
import type { Call, Outcome } from '../../../support/runScripts.ts'
import { scriptOutcomes } from '../../../support/scriptOutcomes.ts'

/** Every script of ours, with the program and the words that it begins. */
const scripts = new Map(
  Object.entries(manifest.scripts).flatMap(([script, command]) => {
    const [, program, words = ''] = /\bnode (?:--\S+ )*(bin\/\w+\.ts)(.*)$/.exec(command) ?? []
    const args = words.split(' ').filter((word) => word !== '')
    return program === undefined ? [] : [[script, { program, args }] as const]
  }),
)

/** What a script cannot do without. */
const needed: Readonly<Record<string, readonly string[]>> = {
  token: ['--recipient', 'alice'],
  invoke: ['getHealth', '--event', 'cdk.json'],
  'generate-event': ['getHealth'],
  'deploy:check': ['--profile', 'nobody'],
  donate: ['--recipient', 'alice'],
  link: ['--recipient', 'alice', '--chat', '1'],
  stream: ['--recipient', 'alice'],
  import: ['package.json', '--recipient', 'alice'],
  'source-position': ['getHealth', '1:1'],
  setup: ['--aws'],
  adopt: ['--assembly', '/none'],
  restore: ['--stack', 'tools', '--at', '2026-01-01T00:00:00Z'],
}

const callOf = (script: string, ...args: readonly string[]): Call => {
  const { program, args: words } = scripts.get(script) ?? expect.fail(`no script ${script}`)
  return { program, args: [...words, ...(needed[script] ?? []), ...args] }
}

/** An environment in which no account of AWS can be found. */
const environment = {
  ...process.env,
  NO_COLOR: '1',
  AWS_EC2_METADATA_DISABLED: 'true',
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: '',
  AWS_SECRET_ACCESS_KEY: '',
  AWS_CONFIG_FILE: '/dev/null',
  AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
}

const run = (calls: readonly Call[]): Promise<readonly Outcome[]> => scriptOutcomes(calls, environment)

type Situations = Readonly<Record<string, { readonly names: readonly string[]; readonly args: readonly string[] }>>
type Outcomes = ReadonlyMap<string, Outcome>

/** The outcome of each script in each situation. */
const outcomesIn = async (situations: Situations): Promise<Readonly<Record<string, Outcomes>>> => {
  const calls = Object.values(situations).flatMap(({ names, args }) => names.map((script) => callOf(script, ...args)))
  const outcomes = (await run(calls)).values()
  const next = (script: string): Outcome => outcomes.next().value ?? expect.fail(`${script} says nothing`)
  return Object.fromEntries(
    Object.entries(situations).map(([situation, { names }]) => [
      situation,
      new Map(names.map((script) => [script, next(script)])),
    ]),
  )
}

/** Nothing listens at the port that discards. */
const nowhere = 'http://127.0.0.1:9'

/** The options of a start at a port that somebody else has. */
const atBusyPort = async (): Promise<readonly string[]> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return ['--assembly', visitsAssembly(), '--data', 'memory', '--port', String(port)]
}

test('every script has its help, its errors for bad input and missing needs, and their statuses', async () => {
  const all = [...scripts.keys()]
  const askApi = ['token', 'donate', 'link', 'stream', 'import', 'demo', 'replay']
  const { '--help': help = new Map(), ...mistakes } = await outcomesIn({
    '--help': { names: all, args: ['--help'] },
    'a wrong option': { names: ['start', 'token', 'invoke', 'generate-event', 'donate'], args: ['--hepl'] },
    'no API': { names: askApi, args: ['--api', nowhere] },
    'no engine': { names: ['start', 'invoke'], args: ['--engine', 'jvm'] },
    'a busy port': { names: ['start'], args: await atBusyPort() },
    'no terminal': { names: ['setup'], args: [] },
    'no account': { names: ['deploy:check', 'restore', 'dead-letters'], args: [] },
  })

  expect(help.size).toBeGreaterThan(25)
  for (const [script, { status, stdout, stderr }] of help) {
    expect({ script, status, stderr }).toEqual({ script, status: 0, stderr: '' })
    expect(stdout).toMatch(/^Usage: /)
  }
  for (const [situation, outcomes] of Object.entries(mistakes))
    for (const [script, { status, stdout, stderr }] of outcomes) {
      expect({ script, situation, stdout, isFailure: status === 1 || status === 2 }).toMatchObject({
        stdout: '',
        isFailure: true,
      })
      expect(stderr).toMatch(/^\S.*\n(?:\(Did you mean --help\?\)\n)?$/)
    }
  await expect(tableOf({ '--help': help, ...mistakes })).toMatchFileSnapshot('commandLines.md')
})

/** In one line, without what differs from run to run. */
const saying = ({ stdout, stderr }: Outcome): string =>
  (stderr === '' ? (stdout.split('\n')[0] ?? '') : stderr.trim())
    .replaceAll('\n', ' ')
    .replace(/running: .*/, 'running: …')
    .replaceAll(/\b\d{5}\b/g, '…')

const tableOf = (situations: Readonly<Record<string, Outcomes>>): string =>
  [
    '| Script | Situation | Status | What it says |',
    '| --- | --- | --- | --- |',
    ...Object.entries(situations).flatMap(([situation, outcomes]) =>
      [...outcomes].map(
        ([script, outcome]) => `| \`${script}\` | ${situation} | ${outcome.status} | ${saying(outcome)} |`,
      ),
    ),
    '',
  ].join('\n')

test('a missing region or account names the step in every command of an operator', async () => {
  const { AWS_REGION: _region, ...nowhere } = environment
  const replay = { program: 'bin/replay.ts', args: ['--aws'] }
  const calls = [callOf('restore'), callOf('dead-letters'), replay]

  const withoutRegion = await scriptOutcomes(calls, nowhere)
  const withoutAccount = await run(calls)

  for (const { status, stderr } of withoutRegion)
    expect([status, stderr]).toEqual([1, 'No region of AWS: set AWS_REGION, or aws configure set region\n'])
  for (const { status, stderr } of withoutAccount)
    expect([status, stderr]).toEqual([1, 'No valid credentials of AWS: aws configure, aws sso login or AWS_PROFILE\n'])
})

test('values that a script cannot take are refused with 2 and the reason', async () => {
  const mistakes = [
    ['donate', ['--amount', '1.234'], '1.234 EUR is not an amount: expected one such as 12.34\n'],
    ['donate', ['--amount', '1.5', '--currency', 'jpy'], '1.5 JPY is not an amount: expected one such as 12\n'],
    [
      'donate',
      ['--amount', '1.2345', '--currency', 'kwd'],
      '1.2345 KWD is not an amount: expected one such as 12.345\n',
    ],
    ['donate', ['--currency', 'xxz'], 'XXZ is not a currency'],
    ['donate', ['--recipient', ''], 'Expected a value that is not empty.'],
    ['stream', ['--recipient', ''], 'Expected a value that is not empty.'],
    ['link', ['--chat', ' '], 'is not the id of a chat: expected an integer\n'],
    ['link', ['--chat', 'mine'], 'mine is not the id of a chat: expected an integer\n'],
    ['crash-test', ['many'], "'many' is invalid"],
    ['crash-test', ['0'], 'Expected a whole number from 1 to '],
    ['bench', ['--only', 'speed'], 'no figure speed; there are '],
    ['restore', ['--at', 'yesterday'], 'Expected a time such as '],
    ['restore', ['--at', '2026-02-30T00:00:00Z'], 'Expected a time such as '],
    ['restore', ['--at', new Date(Date.now() + 3_600_000).toISOString()], 'Expected a time in the past'],
    ['restore', ['--table', 'orders'], 'There is no such table; there are announcers'],
    ['setup', ['--answers', 'none.json'], '--answers none.json: ENOENT'],
    ['import', ['--map', 'nickname='], 'Expected <member>=<column>, with one of '],
    ['import', ['--map', 'sum=Amount'], 'Expected <member>=<column>, with one of originId, timestamp, '],
    ['import', ['--time-zone', 'Mars/Base'], 'Expected a zone such as Europe/Berlin.'],
    ['import', ['--encoding', 'none'], 'Expected an encoding such as utf-8 or windows-1251.'],
    ['import', ['--currency', 'xxz'], 'Expected a code of ISO 4217, such as EUR.'],
    ['import', ['--token', 'secret'], 'error: --token is no access token: '],
    ...['http://a.example', 'http://localhost.a.example', 'http://127.0.0.1.a.example'].map(
      (api) =>
        ['import', ['--token', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.', '--api', api], 'expected an https URL'] as const,
    ),
  ] as const

  const outcomes = await run([
    ...mistakes.map(([script, args]) => callOf(script, ...args)),
    { program: 'bin/donate.ts', args: ['--amount', '1'] },
    { program: 'bin/stream.ts', args: [] },
    { program: 'bin/sourcePosition.ts', args: ['getHealth', '17'] },
    { program: 'bin/restore.ts', args: ['--stack', 'tools'] },
    { program: 'bin/import.ts', args: ['none.csv', '--dry-run'] },
  ])

  const reasons = [
    ...mistakes.map(([, , reason]) => reason),
    "error: required option '--recipient <id>' not specified",
    "error: required option '--recipient <id>' not specified",
    'Expected line and column',
    "error: required option '--at <time>' not specified",
    'error: cannot read the file none.csv',
  ]
  for (const [index, reason] of reasons.entries()) {
    expect(outcomes[index]?.stderr).toContain(reason)
    expect(outcomes[index]?.status, reason).toBe(2)
  }
})
