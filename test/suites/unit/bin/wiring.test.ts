import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { scriptOutcomes } from '../../../support/scriptOutcomes.ts'

const table = {
  Type: 'AWS::DynamoDB::Table',
  Properties: {
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
  },
}
/** Logical ids as the CDK makes them. */
const data = {
  paymentsTable0A0A0A0A: table,
  videosTable0B0B0B0B: table,
  historyTable0C0C0C0C: table,
  streamEventsTable0D0D0D0D: table,
  alertsTable0E0E0E0E: table,
  recipientsTable0F0F0F0F: table,
  erasureReceiptsTable1A1A1A1A: table,
  leadersTable1B1B1B1B: table,
  playlistsTable2C2C2C2C: table,
  gatewaysTable3D3D3D3D: table,
}
const workers = {
  minutely: { Type: 'AWS::Events::Rule' },
  worker: { Type: 'AWS::Lambda::Function', Properties: { ReservedConcurrentExecutions: 7 } },
  paymentsMapping: { Type: 'AWS::Lambda::EventSourceMapping' },
  streamEventsMapping: { Type: 'AWS::Lambda::EventSourceMapping' },
}
/** The workers are in a stack that is nested in the service. */
const stacks: Readonly<Record<string, Readonly<Record<string, { readonly Type: string }>>>> = {
  'tools-data': data,
  tools: { workers: { Type: 'AWS::CloudFormation::Stack' }, DeadLetters: { Type: 'AWS::SQS::Queue' } },
  'live-workers': workers,
}
const mappings = ['payments', 'streamEvents'].map((table) => ({
  UUID: `live-${table}Mapping`,
  EventSourceArn: `arn:aws:dynamodb:us-east-1:1:table/${table}/stream/1`,
}))

/** A message of each kind, and one that nobody understands. */
const deadLetters = [
  {
    requestContext: {
      functionArn: 'arn:aws:lambda:us-east-1:1:function:tools-projectPayments-1:$LATEST',
      condition: 'RetryAttemptsExhausted',
    },
    DDBStreamBatchInfo: {
      shardId: 'shardId-1',
      startSequenceNumber: '100',
      endSequenceNumber: '300',
      approximateArrivalOfFirstRecord: '2026-01-01T00:00:00Z',
      approximateArrivalOfLastRecord: '2026-01-01T00:00:09Z',
      batchSize: 3,
      streamArn: 'arn:aws:dynamodb:us-east-1:1:table/tools-data-paymentsTable0A0A0A0A-1/stream/2026-01-01T00:00:00.000',
    },
  },
  { table: 'payments', recipientId: 'alice', id: '7' },
  { resources: ['arn:aws:events:us-east-1:1:rule/keepSubscriptions'], time: '2026-01-01T00:00:00Z' },
].map((message) => JSON.stringify(message))
const messages = [...deadLetters, 'no JSON'].map((Body, index) => ({
  Body,
  MD5OfBody: createHash('md5').update(Body).digest('hex'),
  ReceiptHandle: `${index}`,
  MessageAttributes: { ErrorMessage: { DataType: 'String', StringValue: 'Task timed out' } },
}))

const xmlOf = (action: string, content: string): string =>
  `<${action}Response><${action}Result>${content}</${action}Result></${action}Response>`

const noItems = '{"Items":[],"Count":0}'

const answersOf: Readonly<Record<string, (stack: string) => string>> = {
  ListStackResources: (stack) =>
    xmlOf(
      'ListStackResources',
      `<StackResourceSummaries>${Object.entries(stacks[stack] ?? {})
        .map(
          ([id, { Type }]) =>
            `<member><LogicalResourceId>${id}</LogicalResourceId><PhysicalResourceId>live-${id}</PhysicalResourceId><ResourceType>${Type}</ResourceType></member>`,
        )
        .join('')}</StackResourceSummaries>`,
    ),
  GetTemplate: (stack) =>
    xmlOf(
      'GetTemplate',
      `<TemplateBody>${JSON.stringify({ Resources: stacks[stack] }).replaceAll('"', '&quot;')}</TemplateBody>`,
    ),
  DescribeStacks: () =>
    xmlOf(
      'DescribeStacks',
      '<Stacks><member><Outputs><member><OutputKey>ApiUrl</OutputKey><OutputValue>https://api.example</OutputValue></member></Outputs></member></Stacks>',
    ),
  GetStackPolicy: () => xmlOf('GetStackPolicy', ''),
  SetStackPolicy: () => '<SetStackPolicyResponse/>',
  DescribeTable: () =>
    '{"Table":{"TableStatus":"ACTIVE","StreamSpecification":{"StreamEnabled":true},"LatestStreamArn":"stream"}}',
  // A recipient with one more payment than there are, and another one who has erased everything.
  Scan: (table) => {
    if (table.startsWith('live-erasureReceipts')) return '{"Count":1}'
    return table.startsWith('live-recipients')
      ? '{"Items":[{"recipientId":{"S":"alice"},"payments":{"N":"1"}}]}'
      : noItems
  },
}

/** CloudFormation and DynamoDB at an address of their own, a CLI on the PATH, and what each was asked, in its order. */
const fakeAws = async () => {
  const asked: string[] = []
  const policies: { readonly Statement: readonly { readonly Resource: unknown }[] }[] = []
  let calledBeforeScan: readonly string[] | undefined
  const called = () => readFileSync(log, 'utf8').trimEnd().split('\n')
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const target = String(request.headers['x-amz-target'] ?? '')
    const form = new URLSearchParams(target === '' ? body : '')
    const input = target === '' ? {} : (JSON.parse(body) as { readonly TableName?: string; readonly QueueUrl?: string })
    const stackOrTable = form.get('StackName') ?? input.TableName ?? input.QueueUrl ?? ''
    const action = form.get('Action') ?? target.replace(/.*\./, '')
    const filter = /"#attribute":"(\w+)".*":value":\{"S":"(\w+)"/.exec(body)?.slice(1) ?? []
    asked.push([action, stackOrTable, ...filter].join(' '))
    if (action === 'ReceiveMessage') {
      const isFirst = asked.filter((call) => call.startsWith('ReceiveMessage')).length % 2 === 1
      return void response.end(JSON.stringify({ Messages: isFirst ? messages : [] }))
    }
    if (action === 'Scan') calledBeforeScan ??= called()
    if (action === 'SetStackPolicy') policies.push(JSON.parse(form.get('StackPolicyBody') ?? ''))
    if (action === 'GetStackPolicy' && policies.length > 0) {
      const policy = JSON.stringify(policies.at(-1)).replaceAll('"', '&quot;')
      return void response.end(xmlOf(action, `<StackPolicyBody>${policy}</StackPolicyBody>`))
    }
    response.end(answersOf[action]?.(stackOrTable) ?? noItems)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const folder = mkdtempSync(join(tmpdir(), 'aws-'))
  const log = join(folder, 'calls')
  writeFileSync(log, '')
  writeFileSync(join(folder, 'list-event-source-mappings.json'), JSON.stringify({ EventSourceMappings: mappings }))
  writeFileSync(join(folder, 'describe-stream.json'), '{"StreamDescription":{"Shards":[]}}')
  const cli = `#!/bin/sh
echo "$2 $(cat "\${4#file://}")" >> ${log}
cat ${folder}/$2.json 2>/dev/null || echo '{"State":"Enabled"}'
`
  writeFileSync(join(folder, 'aws'), cli)
  chmodSync(join(folder, 'aws'), 0o755)
  const environment = {
    ...process.env,
    NO_COLOR: '1',
    PATH: `${folder}:${process.env['PATH']}`,
    AWS_ENDPOINT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'a',
    AWS_SECRET_ACCESS_KEY: 'b',
  }
  return { asked, policies, folder, environment, called, calledBeforeScan: () => calledBeforeScan }
}

const run = async (environment: NodeJS.ProcessEnv, program: string, ...args: readonly string[]) => {
  const [outcome] = await scriptOutcomes([{ program, args }], environment)
  return outcome ?? expect.fail('it said nothing')
}

const dueLines =
  'payments: 0 due items brought to the worker again\nvideos: 0 due items brought to the worker again\nstreamEvents: 0 due items brought to the worker again\n'
const dueJson =
  '{"stack":"tools","dryRun":false,"tables":[],"wrongTotals":[],"replayed":[{"table":"payments","items":0},{"table":"videos","items":0},{"table":"streamEvents","items":0}]}\n'

test.each([
  [[], dueLines],
  [['--table', 'payments', '--at', '2026-01-01T00:00:00Z'], dueLines],
  [['--json'], dueJson],
])(
  'restore --open %j opens every stream, function and schedule of the stack, and replays due items',
  async (more, printed) => {
    const { asked, called, calledBeforeScan, environment } = await fakeAws()

    const outcome = await run(environment, 'bin/restore.ts', '--stack', 'tools', '--open', ...more)

    expect(outcome).toMatchObject({ status: 0, stderr: '' })
    expect(asked).toContain('ListStackResources live-workers')
    expect(outcome.stdout).toBe(printed)
    expect(calledBeforeScan()).toEqual(called())
    const changes = called().filter((call) => !/^(get|list)-/.test(call))
    expect(changes.slice(0, -2).toSorted()).toEqual([
      'update-event-source-mapping {"UUID":"live-paymentsMapping","FilterCriteria":{}}',
      'update-event-source-mapping {"UUID":"live-streamEventsMapping","FilterCriteria":{}}',
    ])
    expect(changes.slice(-2)).toEqual([
      'put-function-concurrency {"FunctionName":"live-worker","ReservedConcurrentExecutions":7}',
      'enable-rule {"Name":"live-minutely"}',
    ])
  },
)

/** Waits of minutes are over at once. */
const withoutWaits = `import timers from 'node:timers/promises'
import { syncBuiltinESMExports } from 'node:module'
timers.setTimeout = async () => undefined
syncBuiltinESMExports()`

test('restore names a total that is not the number of items, and ends with 1 then; a dry run closes nothing', async () => {
  const { called, environment } = await fakeAws()
  const quick = { ...environment, NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(withoutWaits)}` }
  const tables = ['--table', 'history', '--table', 'history']
  const options = ['--stack', 'tools', '--at', '2026-01-01T00:00:00Z', ...tables, '--erased', 'none']

  const dry = await run(quick, 'bin/restore.ts', ...options, '--dry-run', '--json')
  const changes = called().filter((call) => !/^(get|list)-/.test(call))
  const outcome = await run(quick, 'bin/restore.ts', ...options)

  expect([dry.status, changes]).toEqual([0, []])
  expect(dry.stderr).toContain('Copying 1 tables')
  expect(JSON.parse(dry.stdout)).toMatchObject({ stack: 'tools', dryRun: true, tables: [{ table: 'history' }] })
  expect(outcome.stdout).toContain('alice: the total of payments is 1, and there are 0\n')
  expect(outcome.status).toBe(1)
})

/** A project whose CDK notes its words and fails with the stage `broken`, and a folder for its assembly. */
const projectToDeploy = (manifest: object, files: Readonly<Record<string, object>> = {}) => {
  const project = mkdtempSync(join(tmpdir(), 'project-'))
  const [cdkFolder, assembly] = [join(project, 'node_modules', 'aws-cdk', 'bin'), join(project, 'made')]
  for (const folder of [join(project, 'bin'), cdkFolder, assembly]) mkdirSync(folder, { recursive: true })
  const packages = readdirSync('node_modules').filter((name) => name !== 'aws-cdk')
  for (const name of ['bin/commandLine', 'shared', 'cdk.json', ...packages.map((each) => `node_modules/${each}`)])
    symlinkSync(resolve(name), join(project, name))
  // A copy, because a test replaces the shape of the last release.
  cpSync('infra', join(project, 'infra'), { recursive: true })
  copyFileSync('bin/deploy.ts', join(project, 'bin', 'deploy.ts'))
  for (const [name, content] of Object.entries({ 'manifest.json': manifest, ...files }))
    writeFileSync(join(assembly, name), JSON.stringify(content))
  const cdk = String.raw`const words = [process.env.AWS_PROFILE, ...process.argv.slice(2)]
require('node:fs').appendFileSync(__dirname + '/calls', words.join(' ') + '\n')
if (words.includes(process.env.CDK_FAILS ?? 'stage=broken')) process.exitCode = 3`
  writeFileSync(join(cdkFolder, 'cdk'), cdk)
  const program = join(project, 'bin', 'deploy.ts')
  return { project, program, assembly, cdkCalls: () => readFileSync(join(cdkFolder, 'calls'), 'utf8') }
}

test('deploy hands over the assembly that it has compared with options of the CDK, and none that could not be made', async () => {
  const { environment } = await fakeAws()
  const { program, assembly, cdkCalls } = projectToDeploy({ artifacts: {} })
  const given = ['-c', 'stage=dev', '--profile', 'me', '--require-approval', 'any-change', '--output', assembly]
  const passed = ['--rollback-trigger-alarm-arns', 'none', '--method', 'direct', '--revert-drift', '--no-rollback']

  const outcome = await run(environment, program, ...given, ...passed, '--tags', 'a=b', 'c=d')

  expect(outcome).toEqual({ status: 0, stdout: '', stderr: '' })
  expect(await run(environment, program, ...given, '-c', 'stage=broken')).toMatchObject({ status: 1 })
  const [synth, deploy = '', broken] = cdkCalls().trimEnd().split('\n')
  expect(synth).toBe(`me synth --quiet --output ${assembly} -c stage=dev --profile me`)
  expect(broken).toBe(`me synth --quiet --output ${assembly} -c stage=dev -c stage=broken --profile me`)
  expect(deploy).toMatch(`me deploy --all --app ${assembly} --require-approval any-change `)
  for (const words of [
    passed.slice(0, 2).join(' '),
    '--method direct',
    '--revert-drift',
    '--no-rollback',
    '--tags c=d',
  ])
    expect(deploy).toContain(words)
})

test.each([
  ['--rolback-trigger-alarm-arns', 'none'],
  ['--method', 'execute-change-set'],
  ['--hotswap'],
  ['--app', 'cdk.out'],
  ['--exclusively', '--contract', 'paymentsTable0A0A0A0A'],
])('deploy refuses %s %s, which would pass its check by or mean nothing', async (...given) => {
  const { environment } = await fakeAws()
  const { program, assembly } = projectToDeploy({ artifacts: {} })

  const outcome = await run(environment, program, '--output', assembly, ...given)

  expect(outcome).toMatchObject({ status: 2, stderr: expect.stringContaining(given[0] ?? '') })
})

const stackOf = (templateFile: string) => ({ type: 'aws:cloudformation:stack', properties: { templateFile } })
const artifacts = { tools: stackOf('tools.json'), 'tools-data': stackOf('tools-data.json') }
const { playlistsTable2C2C2C2C: removed, ...kept } = data

/** A project whose data stack lacks a table that the deployed one has, and whose release has retired these ids. */
const contractingProject = (retired: object) => {
  const made = projectToDeploy({ artifacts }, { 'tools.json': {}, 'tools-data.json': { Resources: kept } })
  const schema = JSON.parse(readFileSync('infra/compatibility/schema.json', 'utf8')) as object
  writeFileSync(join(made.project, 'infra/compatibility/schema.json'), JSON.stringify({ ...schema, retired }))
  return made
}

test('deploy refuses an assembly without a table that the deployed stack has, and deploys nothing', async () => {
  const { environment, policies } = await fakeAws()
  const { program, assembly, cdkCalls } = contractingProject({})

  const outcome = await run(environment, program, '--output', assembly)

  expect(outcome).toMatchObject({ status: 1, stdout: '' })
  expect(outcome.stderr).toMatch(/^Nothing was deployed:\n.*playlistsTable2C2C2C2C.*\n$/)
  expect(cdkCalls()).toBe(` synth --quiet --output ${assembly}\n`)
  expect(policies).toEqual([])
})

test('a retired table is removed only by deploy --contract, and the stack policy names every other one meanwhile', async () => {
  const { environment, policies } = await fakeAws()
  const { program, assembly, cdkCalls } = contractingProject({ playlistsTable2C2C2C2C: 'nothing reads it' })
  const given = ['--output', assembly]

  const unasked = await run(environment, program, ...given)
  const wrong = await run(environment, program, ...given, '--contract', 'newsTable0A0A0A0A')
  const asked = await run(environment, program, ...given, '--contract', 'playlistsTable2C2C2C2C')

  expect(unasked).toMatchObject({ status: 1, stderr: expect.stringContaining('--contract playlistsTable2C2C2C2C') })
  expect(wrong).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('newsTable0A0A0A0A: these sources remove no'),
  })
  expect(asked).toEqual({ status: 0, stdout: '', stderr: '' })
  expect(cdkCalls().match(/ deploy /g)).toHaveLength(1)
  const allowed = { Effect: 'Allow', Principal: '*', Action: 'Update:*', Resource: '*' }
  const denied = { Effect: 'Deny', Principal: '*', Action: ['Update:Replace', 'Update:Delete'] }
  const named = Object.keys(kept).map((id) => `LogicalResourceId/${id}`)
  expect(policies[0]?.Statement).toEqual([allowed, { ...denied, Resource: named }])
  expect(policies[1]?.Statement).toEqual([allowed, expect.objectContaining({ ...denied, Resource: '*' })])
  expect(policies).toHaveLength(2)
})

test('the stack policy is there before a deployment and after a contraction that failed', async () => {
  const { environment, policies } = await fakeAws()
  const { program, assembly } = contractingProject({ playlistsTable2C2C2C2C: 'nothing reads it' })
  const contraction = ['--output', assembly, '--contract', 'playlistsTable2C2C2C2C']

  const outcome = await run({ ...environment, CDK_FAILS: 'deploy' }, program, ...contraction)

  expect(outcome.status).toBe(1)
  expect(policies.map(({ Statement }) => Statement[1]?.Resource === '*')).toEqual([false, true])
})

test('deploy --exclusively deploys the service alone, whatever the data stack of these sources lacks', async () => {
  const { environment } = await fakeAws()
  const { program, assembly, cdkCalls } = contractingProject({})

  const outcome = await run(environment, program, '--output', assembly, '--exclusively')

  expect(outcome.status).toBe(0)
  expect(cdkCalls()).toContain(` deploy tools --exclusively --app ${assembly} `)
})

test('setup stores the answers below the stack that was named, looks for its alarms and protects its data', async () => {
  const { asked, called, environment, folder, policies } = await fakeAws()
  const file = join(folder, 'answers.json')
  writeFileSync(file, '{"youtube/api-key":"of a test"}')

  const outcome = await run(environment, 'bin/setup.ts', '--aws', '--stack', 'tools', '--answers', file)

  expect(outcome.status).toBe(0)
  expect(outcome.stdout).toMatch(/^youtube\/api-key +stored$/m)
  expect(outcome.stdout).toMatch(/^API +https:\/\/api\.example$/m)
  expect(outcome.stdout).toMatch(/^Policy of the data stack +set$/m)
  expect(outcome.stdout).not.toContain('No new overlay')
  const policy = ['GetStackPolicy tools-data', 'SetStackPolicy tools-data']
  expect(asked).toEqual(['DescribeStacks tools-data', 'DescribeStacks tools', ...policy])
  expect(JSON.stringify(policies[0])).toContain('"Update:Delete"')
  const value = '"Value":"of a test","Type":"SecureString","Overwrite":true'
  expect(called()).toContain(`put-parameter {"Name":"/tools/youtube/api-key",${value}}`)
  expect(called().at(-1)).toBe('describe-alarms {"AlarmNames":["tools-failing","tools-live-failing"]}')
})

test.each([
  [
    ['--all'],
    ['Scan live-paymentsTable0A0A0A0A', 'Scan live-videosTable0B0B0B0B', 'Scan live-streamEventsTable0D0D0D0D'],
  ],
  [
    ['--since', '2026-01-01T00:00:00Z', '--recipient', 'alice'],
    ['Query live-paymentsTable0A0A0A0A', 'Query live-videosTable0B0B0B0B', 'Query live-streamEventsTable0D0D0D0D'],
  ],
  [
    [],
    [
      'Scan live-gatewaysTable3D3D3D3D',
      'Scan live-recipientsTable0F0F0F0F',
      'Query live-paymentsTable0A0A0A0A',
      'Query live-videosTable0B0B0B0B',
      'Scan live-streamEventsTable0D0D0D0D',
    ],
  ],
])('replay --aws %j brings back the due items of the stack that was named', async (range, reads) => {
  const { asked, environment } = await fakeAws()

  const outcome = await run(environment, 'bin/replay.ts', '--aws', '--stack', 'tools', '--json', ...range)

  const tables = ['payments', 'videos', 'streamEvents']
  expect(JSON.parse(outcome.stdout)).toEqual({ replayed: tables.map((table) => ({ table, items: 0 })) })
  const [template, resources, ...others] = asked
  expect([template, resources]).toEqual(['GetTemplate tools-data', 'ListStackResources tools-data'])
  expect([...new Set(others.map((call) => call.split(' ', 2).join(' ')))]).toEqual(reads)
})

test('replay does not take a time and everything at once', async () => {
  const outcome = await run(process.env, 'bin/replay.ts', '--all', '--since', '2026-01-01T00:00:00Z')

  expect(outcome).toMatchObject({ status: 2, stderr: expect.stringContaining('cannot be used with') })
})

test('dead-letters shows what was given up, and deletes it only when it is told to', async () => {
  const { asked, environment } = await fakeAws()

  const shown = await run(environment, 'bin/deadLetters.ts', '--stack', 'tools')
  const deleted = await run(environment, 'bin/deadLetters.ts', '--stack', 'tools', '--delete')

  expect(shown).toEqual({
    status: 0,
    stdout:
      'tools-projectPayments-1 gave up 3 records of tools-data-paymentsTable0A0A0A0A-1 from 2026-01-01T00:00:00Z to 2026-01-01T00:00:09Z (RetryAttemptsExhausted; shardId-1, 100 to 300)\n' +
      'a lost wake-up of payments alice 7: the schedule has replaced it\n' +
      'a run of keepSubscriptions at 2026-01-01T00:00:00Z: Task timed out\n' +
      'no JSON\n',
    stderr: '',
  })
  expect(deleted.stdout).toBe(shown.stdout)
  const calls = asked.filter((call) => !/Template|Resources/.test(call)).map((call) => call.split(' ')[0])
  const read = ['ReceiveMessage', 'ReceiveMessage']
  expect(calls).toEqual([
    ...read,
    ...Array(4).fill('ChangeMessageVisibility'),
    ...read,
    ...Array(4).fill('DeleteMessage'),
  ])
})

test('adopt writes the file with which cdk import takes up the resources that a deleted stack has left', async () => {
  const { folder, called, environment } = await fakeAws()
  const left = ['1', '2'].map((generation) => ({
    ResourceARN: `arn:aws:dynamodb:eu-central-1:123456789012:table/tools-data-newsTable0A0A0A0A-${generation}`,
    Tags: [
      { Key: 'deployment', Value: 'tools' },
      { Key: 'aws:cloudformation:logical-id', Value: 'newsTable0A0A0A0A' },
      { Key: 'aws:cloudformation:stack-id', Value: `stack-${generation}` },
    ],
  }))
  const answers = {
    'tools-data.template': { Resources: { newsTable0A0A0A0A: { Type: 'AWS::DynamoDB::Table' } } },
    'get-resources': { ResourceTagMappingList: left },
    'describe-stacks': { Stacks: [{ StackId: 'another', StackStatus: 'CREATE_COMPLETE' }] },
  }
  for (const [name, answer] of Object.entries(answers))
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(answer))

  const options = ['--stack', 'tools', '--assembly', folder, '--of', 'stack-1']
  const outcome = await run(environment, 'bin/adopt.ts', ...options)
  const nothing = await run(environment, 'bin/adopt.ts', ...options, '--of', 'stack-3')

  const file = join(folder, 'tools-data.import.json')
  expect(outcome).toEqual({
    status: 0,
    stdout: `1 resources: npx cdk import tools-data --resource-mapping ${file}\n`,
    stderr: '',
  })
  expect(nothing).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('No resource of a deleted stack has the tag deployment=tools'),
  })
  expect([...new Set(called())].toSorted()).toEqual([
    'describe-stacks {"StackName":"tools-data"}',
    'get-resources {"TagFilters":[{"Key":"deployment","Values":["tools"]}]}',
  ])
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    newsTable0A0A0A0A: { TableName: 'tools-data-newsTable0A0A0A0A-1' },
  })
})

test('settings prints a value whole, with its source, and refuses it for the region of the environment', async () => {
  const certificate = [
    '-c',
    'domainName=a.example',
    '-c',
    'certificateArn=arn:aws:acm:eu-west-1:111122223333:certificate/a',
  ]
  const chosen = ['-c', 'callbackUrls=https://a.example/?x=1&y=2']

  const printed = await run(process.env, 'bin/settings.ts', ...chosen)
  const regions = { CDK_DEFAULT_REGION: 'us-east-1', AWS_REGION: 'eu-west-1' }
  const refused = await run({ ...process.env, ...regions }, 'bin/settings.ts', ...certificate)

  expect(printed.stdout).toMatch(/^callbackUrls +https:\/\/a\.example\/\?x=1&y=2 +command line$/m)
  expect(refused).toMatchObject({ status: 1, stdout: '' })
  expect(refused.stderr).toContain('the certificate is in eu-west-1, the deployment in us-east-1')
})

test('an option of settings comes before the value of cdk.json, as one of the CDK does', async () => {
  const { stderr } = await run(process.env, 'bin/settings.ts', '-c', 'stages=none')

  expect(stderr).toContain('stages: expected an object')
})

test('the app of the CDK refuses a setting that its region cannot fulfil, before anything is bundled', async () => {
  const context = {
    CDK_CONTEXT_JSON: '{"monthlyBudget":"5","alarmEmail":"a@b.example"}',
    CDK_DEFAULT_REGION: 'eu-north-1',
  }

  const outcome = await run({ ...process.env, ...context }, 'bin/app.ts')

  expect(outcome).toMatchObject({ status: 1, stdout: '' })
  expect(outcome.stderr).toContain('CloudFormation in eu-north-1 has no budgets')
})

test('the app of the CDK asks for a region that nobody has named, before anything is bundled', async () => {
  const { AWS_REGION, AWS_DEFAULT_REGION, ...environment } = process.env
  const nowhere = { CDK_DEFAULT_REGION: 'us-east-1', AWS_CONFIG_FILE: '/none', AWS_SHARED_CREDENTIALS_FILE: '/none' }

  const outcome = await run({ ...environment, ...nowhere }, 'bin/app.ts')

  expect(outcome).toMatchObject({ status: 1, stdout: '' })
  expect(outcome.stderr).toMatch(/^No region is named.*AWS_REGION.*\n$/)
})

test('import reads a file as each of its options says', async () => {
  const plain = '1,2026-01-01 10:00,Ann,Bob,2,EUR'
  const cases: readonly (readonly [flags: readonly string[], row: string, item: object])[] = [
    [['--currency', 'eur'], '1,2026-01-01 10:00,Ann,,2,', { amount: { currency: 'EUR', major: 2 } }],
    [['--decimal', ','], '1,2026-01-01 10:00,Ann,,"1.234,5",EUR', { amount: { major: 1234, minor: 50 } }],
    [['--date-order', 'dmy'], '1,05/04/2026 10:00,Ann,,2,EUR', { timestamp: '2026-04-05T10:00:00Z' }],
    [['--time-zone', 'Asia/Kolkata'], plain, { timestamp: '2026-01-01T04:30:00Z' }],
    [['--system', 'Old'], plain, { system: 'Old' }],
    [['--event', 'tip'], plain, { event: 'tip' }],
    [['--map', 'nickname=message', '--map', 'message=the name'], plain, { nickname: 'Bob', message: 'Ann' }],
  ]
  const folder = mkdtempSync(join(tmpdir(), 'donations-'))
  const calls = cases.map(([flags, row], index) => {
    const file = join(folder, `${index}.json`)
    writeFileSync(file, `donation_id,created_at,the name,message,amount,currency\n${row}\n`)
    return { program: 'bin/import.ts', args: [file, '--as', 'csv', '--dry-run', ...flags] }
  })

  const outcomes = await scriptOutcomes(calls)

  for (const [index, { stdout }] of outcomes.entries())
    expect(JSON.parse(stdout.split('\n')[0]?.replace('line 2: ', '') ?? '')).toMatchObject(cases[index]?.[2] ?? {})
  expect(outcomes).toHaveLength(cases.length)
})

test('start has its bundles made for a debugger: readable and with source maps', async () => {
  const project = mkdtempSync(join(tmpdir(), 'project-'))
  mkdirSync(join(project, 'bin'))
  for (const name of ['local.ts', 'commandLine'])
    cpSync(join('bin', name), join(project, 'bin', name), { recursive: true })
  for (const name of ['test', 'shared']) symlinkSync(resolve(name), join(project, name))
  writeFileSync(join(project, 'cdk.json'), '{"app": "echo $DEBUGGABLE_BUNDLES > debuggable; false"}')

  const { status } = await run(
    process.env,
    join(project, 'bin', 'local.ts'),
    'start',
    '--data',
    'memory',
    '--port',
    '0',
  )

  expect([status, readFileSync(join(project, 'debuggable'), 'utf8')]).toEqual([1, 'true\n'])
})
