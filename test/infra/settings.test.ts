import { describe, expect, test } from 'vitest'
import { deploymentSettings, forgettable } from '../../infra/deploymentSettings.ts'
import { SettingsError } from '../../infra/settings.ts'
import { appWith, synthesize, synthesizeSmall } from './synthesize.ts'
import { valueAt } from './template.ts'

type Context = Readonly<Record<string, unknown>>
const settingsFromContext = (context: Context) => deploymentSettings(context).settings

const refusalOf = (context: Context, region?: string): string => {
  try {
    deploymentSettings(context, {}, region)
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError)
    return (error as SettingsError).message
  }
  return expect.fail('it was accepted')
}

test('nothing needs to be set', () => {
  expect(settingsFromContext({ '@aws-cdk/core:flag': true, 'aws:cdk:bundling-stacks': ['**'] })).toEqual({
    stackName: 'streaming-support',
    recipientClaim: 'sub',
    openChats: false,
    corsOrigins: ['*'],
    rateLimit: 200,
    burstLimit: 1000,
    logRetention: 30,
    removeData: false,
    selfSignUp: false,
    deletionProtection: false,
    platformReports: false,
    tracing: false,
    leanSdk: true,
  })
})

test('texts of the command line and values of cdk.json mean the same', () => {
  expect(settingsFromContext({ rateLimit: '50', removeData: 'true' })).toEqual(
    settingsFromContext({ rateLimit: 50, removeData: true }),
  )
})

test.each([
  [{ isuer: 'https://id.example.com' }, 'unknown setting isuer; known are stackName, issuer, '],
  [{ issuer: 'https://id.example.com' }, 'setting issuer: issuer and audience are set together'],
  [{ issuer: 'http://id.example.com', audience: 'a' }, 'setting issuer: expected an https URL'],
  [{ issuer: 'https://id.example.com', audience: 'a', callbackUrls: 'https://a.example' }, 'setting callbackUrls:'],
  [{ callbackUrls: 'http://app.example.com' }, 'setting callbackUrls: expected https URLs'],
  [{ corsOrigins: 'https://app.example.com/' }, 'setting corsOrigins: expected * alone'],
  [{ corsOrigins: 'app.example.com' }, 'setting corsOrigins: expected * alone'],
  [{ rateLimit: '0' }, 'setting rateLimit: expected an integer from 1 to 10000'],
  [{ rateLimit: 'many' }, 'setting rateLimit: expected an integer from 1 to 10000'],
  [{ logRetention: '31' }, 'setting logRetention: expected one of 1, 3, 5, 7'],
  [{ removeData: 'yes' }, 'setting removeData: expected true or false'],
  [{ monthlyBudget: '20' }, 'setting monthlyBudget: a budget needs alarmEmail'],
  [{ alarmEmail: 'nobody' }, 'setting alarmEmail: expected an e-mail address'],
  [{ stackName: 'my_stack' }, 'setting stackName: expected a stack name'],
  [{ issuer: '' }, 'setting issuer:'],
  [{ messengerAlias: '/max' }, 'setting messengerAlias: expected one segment of a path'],
])('%j is refused in one line', (context, line) => {
  const refusal = refusalOf(context)
  expect(refusal).toContain(line)
  expect(refusal).not.toContain('\n')
})

describe('nonsense that only AWS would have found', () => {
  const external = { issuer: 'https://id.example.com', audience: 'a' }
  test.each([
    [{ ...external, audience: 'a,,' }, 'setting audience: expected values separated by commas, none of them empty'],
    [{ callbackUrls: 'https://a.example/#frag' }, 'without a fragment'],
    [{ callbackUrls: 'https://a.example/,' }, 'setting callbackUrls:'],
    [{ stackName: 'aws-tools' }, 'begins with neither aws nor ssm'],
    [{ stackName: 'SSM-tools' }, 'begins with neither aws nor ssm'],
    [{ stackName: 'a'.repeat(124) }, 'at most 123'],
    [{ corsOrigins: '*,https://a.example' }, 'setting corsOrigins: expected * alone'],
    [
      { recipientClaim: 'custom:streamer' },
      'setting recipientClaim: access tokens of the user pool have sub and username',
    ],
    [{ scope: 'tools' }, 'setting scope: the user pool grants aws.cognito.signin.user.admin'],
    [{ scope: 'openid' }, 'setting scope: the user pool grants'],
    [{ ...external, scope: 'two scopes' }, 'setting scope: expected one scope'],
    [{ ...external, selfSignUp: true }, 'setting selfSignUp: it belongs to the user pool'],
    [{ removeData: true, deletionProtection: true }, 'setting deletionProtection:'],
  ])('%j is refused', (context, line) => {
    expect(refusalOf(context)).toContain(line)
  })

  test.each(['eu-north-1', 'af-south-1', 'us-gov-west-1'])('a budget in %s is refused by name', (region) => {
    const budget = { alarmEmail: 'a@b.example', monthlyBudget: 20 }
    expect(refusalOf(budget, region)).toContain(`CloudFormation in ${region} has no budgets`)
    expect(deploymentSettings(budget, {}, 'eu-central-1').settings.monthlyBudget).toBe(20)
  })

  test('a user pool in China is refused by name', () => {
    expect(refusalOf({}, 'cn-north-1')).toBe('cn-north-1 has no Cognito user pools: set issuer and audience')
    expect(deploymentSettings(external, {}, 'cn-north-1').settings.issuer).toBe(external.issuer)
  })
})

describe('settings that are kept in cdk.json', () => {
  const kept = { alarmEmail: 'ops@example.com', rateLimit: 50, stages: { dev: { rateLimit: 5, removeData: true } } }

  test('are those of every deployment, before them those of the stage, before them the command line', () => {
    expect(deploymentSettings(kept, kept).settings).toMatchObject({ stackName: 'streaming-support', rateLimit: 50 })
    expect(deploymentSettings({ ...kept, stage: 'dev' }, kept).settings).toMatchObject({
      stackName: 'streaming-support-dev',
      alarmEmail: 'ops@example.com',
      rateLimit: 5,
      removeData: true,
    })
    const once = deploymentSettings({ ...kept, stage: 'dev', rateLimit: '7' }, kept)
    expect(once.settings.rateLimit).toBe(7)
    expect(once.sources).toEqual({
      alarmEmail: 'cdk.json',
      stackName: 'stage',
      removeData: 'stage',
      rateLimit: 'command line',
    })
    expect(forgettable(once)).toEqual(['rateLimit'])
  })

  test('are refused where they are nonsense', () => {
    expect(refusalOf({ ...kept, stage: 'prod' })).toBe('unknown stage prod; cdk.json knows dev')
    expect(refusalOf({ stage: 'prod' })).toBe('unknown stage prod; cdk.json knows none')
    expect(refusalOf({ stages: { dev: 'x' } })).toContain('stages in cdk.json: expected an object')
    expect(refusalOf({ stage: 'dev', stages: { dev: { rate: 1 } } })).toContain('unknown setting rate; known are')
  })

  test('are missed when one is given to one deployment alone', () => {
    const { app } = appWith({ context: { ...kept, logRetention: '7' }, kept })
    const [stack] = app.synth().stacks
    const warnings = stack?.messages.filter(({ level }) => level === 'warning').map(({ entry }) => String(entry.data))
    expect(warnings).toEqual([expect.stringMatching(/^logRetention is set only on this command line: .*cdk\.json/)])
  })
})

describe('a custom domain', () => {
  const certificateArn = 'arn:aws:acm:eu-central-1:123456789012:certificate/0a1b2c3d-0000-4000-8000-000000000000'
  const domain = { domainName: 'api.example.com', certificateArn }

  test('leads to both APIs, which cannot share a name, and is the address that functions tell', () => {
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
    expect(template.outputs).toMatchObject({
      ApiUrl: { Value: expected[0] },
      LiveUrl: { Value: expected[1] },
      ApiDomainTarget: { Value: { 'Fn::GetAtt': ['ApiDomain', 'RegionalDomainName'] } },
      LiveDomainTarget: { Value: { 'Fn::GetAtt': ['LiveDomain', 'RegionalDomainName'] } },
    })
  })

  test('needs a certificate of the region', () => {
    expect(refusalOf({ domainName: 'api.example.com' })).toBe(
      'setting domainName: domainName and certificateArn are set together',
    )
    expect(refusalOf(domain, 'us-east-1')).toBe(
      'setting certificateArn: the certificate is in eu-central-1, the deployment in us-east-1',
    )
    expect(refusalOf({ ...domain, domainName: 'https://api.example.com' })).toContain('expected a domain name')
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
})

test('the messenger’s other name is none that paths begin with', () => {
  for (const messengerAlias of ['alerts', 'health', 'messenger'])
    expect(() => synthesize({ messengerAlias })).toThrow(`there are paths below /${messengerAlias} already`)
})

test('a scope is asked for on every route that needs a token', () => {
  const template = synthesize({ scope: 'aws.cognito.signin.user.admin' })
  for (const { Properties } of template.all('AWS::ApiGatewayV2::Route'))
    expect(Properties['AuthorizationScopes']).toEqual(
      Properties['AuthorizationType'] === 'JWT' ? ['aws.cognito.signin.user.admin'] : undefined,
    )
})

test('the user pool takes no sign-ups unless that is asked for', () => {
  const adminOnly = (context: Context) =>
    valueAt(synthesizeSmall(context).one('AWS::Cognito::UserPool').Properties, 'AdminCreateUserConfig')
  expect(adminOnly({})).toEqual({ AllowAdminCreateUserOnly: true })
  expect(adminOnly({ selfSignUp: 'true' })).toEqual({ AllowAdminCreateUserOnly: false })
})

describe('an external issuer', () => {
  const template = synthesizeSmall({
    issuer: 'https://id.example.com/',
    audience: 'web,mobile',
    recipientClaim: 'streamer',
  })

  test('takes the place of the user pool', () => {
    expect(template.resources.filter(({ Type }) => Type.startsWith('AWS::Cognito::'))).toEqual([])
    expect(template.one('AWS::ApiGatewayV2::Authorizer').Properties['JwtConfiguration']).toEqual({
      Issuer: 'https://id.example.com/',
      Audience: ['web', 'mobile'],
    })
    expect(template.outputs).toMatchObject({
      Issuer: { Value: 'https://id.example.com/' },
      Audience: { Value: 'web,mobile' },
    })
  })
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

test('alarms and budget are mailed when asked for', () => {
  const template = synthesizeSmall({ alarmEmail: 'ops@example.com', monthlyBudget: '20' })
  expect(template.one('AWS::SNS::Subscription').Properties).toMatchObject({
    Protocol: 'email',
    Endpoint: 'ops@example.com',
  })
  expect(template.one('AWS::Budgets::Budget').Properties['Budget']).toMatchObject({
    BudgetLimit: { Amount: 20, Unit: 'USD' },
  })
})

test('callbackUrls give the user pool a sign-in page', () => {
  const template = synthesizeSmall({ callbackUrls: 'https://app.example.com/back,http://localhost:3000/' })
  expect(template.one('AWS::Cognito::UserPoolClient').Properties).toMatchObject({
    AllowedOAuthFlows: ['code'],
    CallbackURLs: ['https://app.example.com/back', 'http://localhost:3000/'],
  })
  expect(template.all('AWS::Cognito::UserPoolDomain')).toHaveLength(1)
  expect(template.outputs).toHaveProperty('SignInUrl')
})
