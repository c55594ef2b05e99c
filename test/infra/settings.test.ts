import { describe, expect, test } from 'vitest'
import { SettingsError, settingsFromContext } from '../../infra/settings.ts'
import { synthesizeSmall } from './synthesize.ts'

test('nothing needs to be set', () => {
  expect(settingsFromContext({ '@aws-cdk/core:flag': true, 'aws:cdk:bundling-stacks': ['**'] })).toEqual({
    stackName: 'streaming-support',
    recipientClaim: 'sub',
    corsOrigins: ['*'],
    rateLimit: 200,
    burstLimit: 1000,
    logRetention: 30,
    removeData: false,
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
  [{ corsOrigins: 'https://app.example.com/' }, 'setting corsOrigins: expected * or origins'],
  [{ corsOrigins: 'app.example.com' }, 'setting corsOrigins: expected * or origins'],
  [{ rateLimit: '0' }, 'setting rateLimit: expected an integer from 1 to 10000'],
  [{ rateLimit: 'many' }, 'setting rateLimit: expected an integer from 1 to 10000'],
  [{ logRetention: '31' }, 'setting logRetention: expected one of 1, 3, 5, 7'],
  [{ removeData: 'yes' }, 'setting removeData: expected true or false'],
  [{ monthlyBudget: '20' }, 'setting monthlyBudget: a budget needs alarmEmail'],
  [{ alarmEmail: 'nobody' }, 'setting alarmEmail: expected an e-mail address'],
  [{ stackName: 'my_stack' }, 'setting stackName: expected a CloudFormation stack name'],
  [{ issuer: '' }, 'setting issuer:'],
])('%j is refused in one line', (context, line) => {
  const refusal = (() => {
    try {
      return settingsFromContext(context)
    } catch (error) {
      return error
    }
  })()
  expect(refusal).toBeInstanceOf(SettingsError)
  expect((refusal as SettingsError).message).toContain(line)
  expect((refusal as SettingsError).message).not.toContain('\n')
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

  test('may hold the recipient in another claim', () => {
    const variables = template
      .all('AWS::Lambda::Function')
      .filter(({ id }) => id.startsWith('listAnnouncers'))
      .map(({ Properties }) => Properties['Environment'])
    expect(variables).toMatchObject([{ Variables: { RECIPIENT_CLAIM: 'streamer' } }])
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
