import { expect, onTestFinished, test, vi } from 'vitest'
import type { Operation } from '../../../shared/contract/operation.ts'
import { operations } from '../../../shared/operations.ts'
import { appWith, synthesize, synthesizeSmall } from './synthesize.ts'
import { plain, valueAt } from './template.ts'

test('the deployment is a stack of data and one of the service, of the name and with the tags of the settings', () => {
  const { app } = appWith({ context: { stackName: 'staging' }, operations: operations.slice(0, 1), workers: [] })
  const { stacks } = app.synth()

  expect(stacks.map(({ id, stackName }) => [id, stackName])).toEqual([
    ['staging-data', 'staging-data'],
    ['staging', 'staging'],
  ])
  for (const { tags, template } of stacks) {
    expect(tags).toEqual({ application: 'streaming-support', deployment: 'staging' })
    expect(template.Description).toMatch(/streamer’s toolset/)
    expect(template.Resources).not.toHaveProperty('CDKMetadata')
  }
})

test('a region that cannot fulfil a setting is refused before anything is made', () => {
  expect(() => appWith({ region: 'cn-north-1' })).toThrow('cn-north-1 has no Cognito user pools')
})

const warningsOf = (app: ReturnType<typeof appWith>['app']) =>
  app
    .synth()
    .stacks.flatMap(({ messages }) => messages)
    .filter(({ level }) => level === 'warning')
    .map(({ entry }) => String(entry.data))

test('a setting that was given to one deployment only is missed by the next', () => {
  const kept = { alarmEmail: 'ops@example.com', rateLimit: 50, stages: { dev: { rateLimit: 5, removeData: true } } }
  const { app } = appWith({ context: { ...kept, logRetention: '7' }, kept })

  expect(warningsOf(app)).toEqual([
    expect.stringMatching(/^logRetention is set only on this command line: .*cdk\.context\.json/),
  ])
  expect(warningsOf(appWith({ context: { logRetention: '7' } }).app)).toEqual([])
})

test('the app of the CDK knows which settings cdk.json keeps, so that it warns of the others', async () => {
  const made: ReturnType<typeof appWith>['app'][] = []
  vi.stubEnv('CDK_CONTEXT_JSON', '{"logRetention":"7"}')
  onTestFinished(() => {
    vi.unstubAllEnvs()
    vi.doUnmock('../../../infra/bundling/bundle.ts')
    vi.doUnmock('../../../infra/serviceApp.ts')
  })
  vi.doMock('../../../infra/bundling/bundle.ts', async (original) => ({
    ...(await original<object>()),
    bundleFunctions: async () => {},
  }))
  vi.doMock(import('../../../infra/serviceApp.ts'), () => ({
    serviceApp: (options) => {
      const { app } = appWith({ operations: operations.slice(0, 1), workers: [], ...options })
      made.push(app)
      return app
    },
  }))

  await import('../../../bin/app.ts')

  expect(made.map(warningsOf)).toEqual([[expect.stringMatching(/^logRetention is set only on this command line/)]])
})

const certificateArn = 'arn:aws:acm:eu-central-1:123456789012:certificate/0a1b2c3d-0000-4000-8000-000000000000'
const domain = { domainName: 'api.example.com', certificateArn }

test('a custom domain leads to both APIs, which cannot share a name, and is the address that functions give', () => {
  const template = synthesize(domain)
  const names = template.all('AWS::ApiGatewayV2::DomainName')
  expect(names.map(({ Properties }) => Properties['DomainName']).sort()).toEqual([
    'api.example.com',
    'live.api.example.com',
  ])
  for (const { Properties } of names)
    expect(Properties['DomainNameConfigurations']).toEqual([
      { EndpointType: 'REGIONAL', SecurityPolicy: 'TLS_1_2', CertificateArn: certificateArn },
    ])
  const mappings = template.all('AWS::ApiGatewayV2::ApiMapping').map(({ Properties }) => Properties)
  expect(mappings).toEqual(
    expect.arrayContaining([
      { ApiId: { Ref: 'Api' }, DomainName: { Ref: 'ApiDomain' }, Stage: { Ref: 'Stage' } },
      { ApiId: { Ref: 'LiveApi' }, DomainName: { Ref: 'LiveDomain' }, Stage: { Ref: 'LiveStage' } },
    ]),
  )
  const addresses = template
    .all('AWS::Lambda::Function')
    .map(({ Properties }) => valueAt(Properties['Environment'], 'Variables'))
    .flatMap((variables) => [valueAt(variables, 'PUBLIC_URL'), valueAt(variables, 'WEBSOCKET_URL')])
    .filter((address) => address !== undefined)
  const expected = [{ Ref: 'ApiDomain' }, { Ref: 'LiveDomain' }].map((reference, index) => ({
    'Fn::Join': ['', [index === 0 ? 'https://' : 'wss://', reference]],
  }))
  expect(new Set(addresses.map((address) => JSON.stringify(address)))).toEqual(
    new Set(expected.map((address) => JSON.stringify(address))),
  )
  const posting = template
    .all('AWS::Lambda::Function')
    .map(({ Properties }) => plain(valueAt(Properties['Environment'], 'Variables', 'CONNECTIONS_URL')))
  expect(new Set(posting.filter((address) => address !== undefined))).toEqual(
    new Set(['https://<LiveApi>.execute-api.<AWS::Region>.<AWS::URLSuffix>/live']),
  )
  expect(template.outputs).toMatchObject({
    ApiUrl: { Value: expected[0] },
    LiveUrl: { Value: expected[1] },
    ApiDomainTarget: {
      Value: { 'Fn::GetAtt': ['ApiDomain', 'RegionalDomainName'] },
      Description: 'The target of a CNAME record of api.example.com',
    },
    LiveDomainTarget: {
      Value: { 'Fn::GetAtt': ['LiveDomain', 'RegionalDomainName'] },
      Description: 'The target of a CNAME record of live.api.example.com',
    },
  })
})

test('the messenger’s other name leads each of its paths to the same function, behind the same authorizer', () => {
  const template = synthesize({ messengerAlias: 'max', scope: 'aws.cognito.signin.user.admin' })
  const routes = template.all('AWS::ApiGatewayV2::Route').map(({ Properties }) => Properties)
  const under = (segment: string) =>
    routes
      .filter(({ RouteKey }) => String(RouteKey).includes(` /${segment}/`))
      .map((route) => ({ ...route, RouteKey: String(route['RouteKey']).replace(` /${segment}/`, ' /') }))

  expect(under('messenger').length).toBeGreaterThan(5)
  expect(under('max')).toEqual(under('messenger'))
  const alias = template.one('AWS::ApiGatewayV2::Route', 'listBotsAliasRoute')
  expect(alias.DependsOn).toContain('listBotsRoute')
  expect(template.one('AWS::ApiGatewayV2::Stage', 'Stage').DependsOn).toContain(alias.id)
})

test('a deployment may leave out the panel and the page of donors, and name the panel’s client id', () => {
  const pages = operations.filter(({ id }) => ['getPanel', 'getPanelPart', 'getDonationPage', 'getHealth'].includes(id))
  const keysOf = (context: object) =>
    synthesize({ ...context }, { operations: pages, workers: [] })
      .all('AWS::ApiGatewayV2::Route')
      .map(({ Properties }) => String(Properties['RouteKey']))
      .filter((key) => key.startsWith('GET '))

  expect(keysOf({ panel: 'false' })).toEqual(['GET /donate/{recipientId}', 'GET /health'])
  expect(keysOf({ donationPage: 'false' })).toEqual(['GET /health', 'GET /panel', 'GET /panel/parts/{part}'])
  const other = { issuer: 'https://id.example.com', audience: 'tools', panelClientId: 'panel' }
  const template = synthesize(other, { operations: pages, workers: [] })
  const variables = template
    .all('AWS::Lambda::Function')
    .map(({ Properties }) => valueAt(Properties, 'Environment', 'Variables', 'CLIENT_ID'))
  expect(variables.filter(Boolean)).toEqual(['panel'])
})

test('the messenger’s other name is none that paths begin with', () => {
  for (const messengerAlias of ['alerts', 'health', 'messenger'])
    expect(() => synthesize({ messengerAlias })).toThrow(
      `setting messengerAlias: there are paths below /${messengerAlias} already`,
    )
  const [health] = operations.filter(({ id }) => id === 'getHealth')
  const near = { ...health, id: 'nearHealth', path: '/messengers/near' } as Operation
  const template = synthesize({ messengerAlias: 'heal' }, { operations: [health as Operation, near], workers: [] })
  const keys = template.all('AWS::ApiGatewayV2::Route').map(({ Properties }) => Properties['RouteKey'])
  expect(keys.filter((key) => String(key).includes('/'))).toEqual(['GET /health', 'GET /messengers/near'])
})

test('a scope is asked for on every route that needs a token', () => {
  const template = synthesize({ scope: 'aws.cognito.signin.user.admin' })
  for (const { Properties } of template.all('AWS::ApiGatewayV2::Route'))
    expect(Properties['AuthorizationScopes']).toEqual(
      Properties['AuthorizationType'] === 'JWT' ? ['aws.cognito.signin.user.admin'] : undefined,
    )
})

test('limits, origins, retention and name go where they belong', () => {
  const context = {
    rateLimit: '10',
    burstLimit: '30',
    corsOrigins: 'https://a.example,https://b.example',
    logRetention: '7',
  }
  const template = synthesizeSmall({ ...context, stackName: 'staging' })
  const stage = template.one('AWS::ApiGatewayV2::Stage', 'Stage')
  expect(stage.Properties['DefaultRouteSettings']).toEqual({ ThrottlingRateLimit: 10, ThrottlingBurstLimit: 30 })
  expect(template.one('AWS::ApiGatewayV2::Api', 'Api').Properties['CorsConfiguration']).toMatchObject({
    AllowOrigins: ['https://a.example', 'https://b.example'],
  })
  expect(new Set(template.all('AWS::Logs::LogGroup').map(({ Properties }) => Properties['RetentionInDays']))).toEqual(
    new Set([7]),
  )
})

test('a stage of a developer does without alarms and their topic', () => {
  const { all, outputs } = synthesizeSmall({ alarms: 'false' })

  expect([...all('AWS::CloudWatch::Alarm'), ...all('AWS::SNS::Topic')]).toEqual([])
  expect(outputs).not.toHaveProperty('AlarmTopic')
  expect(all('AWS::CloudWatch::Dashboard')).toHaveLength(1)
})

test('alarms are mailed to an address, and a budget warns at four fifths and when all of it will probably be used', () => {
  const { one, all } = synthesizeSmall({ alarmEmail: 'ops@example.com' })
  const warned = synthesizeSmall({ alarmEmail: 'ops@example.com', monthlyBudget: '20' })

  expect(plain(one('AWS::SNS::Subscription').Properties)).toEqual({
    Protocol: 'email',
    Endpoint: 'ops@example.com',
    TopicArn: '<Alarms>',
  })
  expect(all('AWS::Budgets::Budget')).toEqual([])
  const warning = (NotificationType: string, Threshold: number) => ({
    Notification: { ComparisonOperator: 'GREATER_THAN', NotificationType, Threshold, ThresholdType: 'PERCENTAGE' },
    Subscribers: [{ Address: 'ops@example.com', SubscriptionType: 'EMAIL' }],
  })
  expect(warned.one('AWS::Budgets::Budget', 'Budget').Properties).toEqual({
    Budget: { BudgetLimit: { Amount: 20, Unit: 'USD' }, BudgetType: 'COST', TimeUnit: 'MONTHLY' },
    NotificationsWithSubscribers: [warning('ACTUAL', 80), warning('FORECASTED', 100)],
  })
})

test('lasting tables, and none that empties by itself, are backed up every day and copied to a vault of another account', () => {
  const copies = 'arn:aws:backup:us-east-1:210987654321:backup-vault:copies'
  const { one } = synthesizeSmall({ backupVault: 'own', backupCopyVault: copies })

  expect(plain(one('AWS::Backup::BackupPlan').Properties)).toMatchObject({
    BackupPlan: {
      BackupPlanRule: [
        {
          TargetBackupVault: 'own',
          ScheduleExpression: 'cron(0 5 * * ? *)',
          Lifecycle: { DeleteAfterDays: 2 },
          CopyActions: [{ DestinationBackupVaultArn: copies, Lifecycle: { DeleteAfterDays: 7 } }],
        },
      ],
    },
  })
  const selected = JSON.stringify(one('AWS::Backup::BackupSelection').Properties)
  for (const table of ['history', 'payments', 'tokens', 'recipients']) expect(selected).toContain(`${table}Table`)
  for (const table of ['connections', 'rates', 'sendingSlots']) expect(selected).not.toContain(`${table}Table`)
})

test('without a vault nothing is backed up besides point-in-time recovery', () => {
  const { all } = synthesizeSmall({})

  expect([...all('AWS::Backup::BackupPlan'), ...all('AWS::Backup::BackupSelection')]).toEqual([])
})
