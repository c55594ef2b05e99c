import { expect, test } from 'vitest'
import { defaultTemplate } from './defaultTemplate.ts'
import { contextOf } from './settingCases.ts'
import { synthesizeSmall } from './synthesize.ts'
import { plain, type Template, valueAt } from './template.ts'

const template = await defaultTemplate()

const callbackUrls = ['https://app.example.com/', 'http://localhost:3000/']

test('without an issuer there is a user pool: long passwords, no sign-ups, a second factor that is no text message', () => {
  const { Properties } = template.one('AWS::Cognito::UserPool', 'Users')

  expect(Properties).toMatchObject({
    AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
    AccountRecoverySetting: { RecoveryMechanisms: [{ Name: 'verified_email', Priority: 1 }] },
    EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
  })
  expect(valueAt(Properties, 'Policies', 'PasswordPolicy', 'MinimumLength')).toBeGreaterThanOrEqual(12)
})

const clientType = 'AWS::Cognito::UserPoolClient'

test.each(['UsersClient', 'UsersPanel'])(
  '%s keeps no secret, hides who has an account, and uses the code flow',
  (id) => {
    expect(template.one(clientType, id).Properties).toMatchObject({
      GenerateSecret: false,
      PreventUserExistenceErrors: 'ENABLED',
      EnableTokenRevocation: true,
      AllowedOAuthFlows: ['code'],
    })
  },
)

test('refresh tokens of the panel rotate, and those that a front end hands on by a one-time code do not', () => {
  expect(template.one(clientType, 'UsersPanel').Properties['RefreshTokenRotation']).toEqual({
    Feature: 'ENABLED',
    RetryGracePeriodSeconds: 60,
  })
  expect(template.one(clientType, 'UsersClient').Properties).not.toHaveProperty('RefreshTokenRotation')
})

test('a sign-in returns to the panel, wherever it is served, and to the pages of the settings', () => {
  const returns = ({ one }: Template) => plain(one(clientType, 'UsersClient').Properties['CallbackURLs'])

  expect(returns(template)).toEqual(['<Api.ApiEndpoint>/panel'])
  expect(returns(synthesizeSmall({ callbackUrls: callbackUrls.join() }))).toEqual([
    '<Api.ApiEndpoint>/panel',
    ...callbackUrls,
  ])
  expect(returns(synthesizeSmall(contextOf(['domainName'])))).toEqual(['https://api.example.com/panel'])
})

test('a token of the sign-in has the scope of the settings', () => {
  const { one } = synthesizeSmall(contextOf(['scope']))

  expect(one(clientType, 'UsersClient').Properties['AllowedOAuthScopes']).toContain('aws.cognito.signin.user.admin')
})

test('the gateway accepts only tokens of this user pool and of its two clients', () => {
  const { Issuer, Audience } = template.outputs

  expect(template.one('AWS::ApiGatewayV2::Authorizer').Properties).toMatchObject({
    AuthorizerType: 'JWT',
    IdentitySource: ['$request.header.Authorization'],
    JwtConfiguration: { Issuer: Issuer?.Value },
  })
  expect(plain(Issuer?.Value)).toBe('https://cognito-idp.<AWS::Region>.<AWS::URLSuffix>/<Users>')
  expect(
    plain(valueAt(template.one('AWS::ApiGatewayV2::Authorizer').Properties, 'JwtConfiguration', 'Audience')),
  ).toEqual(['<UsersClient>', '<UsersPanel>'])
  expect(plain(Audience?.Value)).toBe('<UsersClient>,<UsersPanel>')
})

test('sign-ups, plan and deletion of the user pool are settings', () => {
  const open = synthesizeSmall({ selfSignUp: true, userPoolPlan: 'lite', removeData: true })
  const pool = open.one('AWS::Cognito::UserPool')

  expect(pool.Properties['AdminCreateUserConfig']).toEqual({ AllowAdminCreateUserOnly: false })
  expect(pool.Properties['UserPoolTier']).toBe('LITE')
  // Cognito refuses it there.
  expect(open.one(clientType, 'UsersPanel').Properties).not.toHaveProperty('RefreshTokenRotation')
  expect([pool.DeletionPolicy, pool.UpdateReplacePolicy]).toEqual(['Delete', 'Delete'])
})

test('an issuer of the settings takes the place of the user pool', () => {
  const external = synthesizeSmall({ issuer: 'https://id.example.com/', audience: 'web,mobile', recipientClaim: 'id' })

  expect(external.resources.filter(({ Type }) => Type.startsWith('AWS::Cognito::'))).toEqual([])
  expect(external.one('AWS::ApiGatewayV2::Authorizer').Properties['JwtConfiguration']).toEqual({
    Issuer: 'https://id.example.com/',
    Audience: ['web', 'mobile'],
  })
  expect(Object.keys(external.outputs)).toEqual(['ApiUrl', 'LiveUrl', 'Issuer', 'Audience', 'AlarmTopic'])
  expect([external.outputs['Issuer']?.Value, external.outputs['Audience']?.Value]).toEqual([
    'https://id.example.com/',
    'web,mobile',
  ])
})
