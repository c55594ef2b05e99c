import { describe, expect, test } from 'vitest'
import { appWith, synthesize, synthesizeSmall } from './synthesize.ts'
import { valueAt } from './template.ts'

type Context = Readonly<Record<string, unknown>>

test('a setting that is given to one deployment alone is missed by the next one', () => {
  const kept = { alarmEmail: 'ops@example.com', rateLimit: 50, stages: { dev: { rateLimit: 5, removeData: true } } }
  const { app } = appWith({ context: { ...kept, logRetention: '7' }, kept })
  const [stack] = app.synth().stacks
  const warnings = stack?.messages.filter(({ level }) => level === 'warning').map(({ entry }) => String(entry.data))
  expect(warnings).toEqual([expect.stringMatching(/^logRetention is set only on this command line: .*cdk\.json/)])
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
