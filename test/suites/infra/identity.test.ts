import { expect, test } from 'vitest'
import { defaultTemplate } from './defaultTemplate.ts'
import { contextOf } from './settingCases.ts'
import { synthesizeSmall } from './synthesize.ts'
import { plain, type Template } from './template.ts'

const template = await defaultTemplate()
const outputsOf = ({ outputs }: Template) =>
  Object.fromEntries(
    Object.entries(outputs).map(([name, { Value, Description }]) => [name, [plain(Value), Description]]),
  )

const callbackUrls = ['https://app.example.com/', 'http://localhost:3000/']

test('without an issuer there is a user pool: long passwords, no sign-ups, a second factor that is no text message', () => {
  const pool = template.one('AWS::Cognito::UserPool', 'Users')

  expect(pool.Properties).toMatchObject({
    AccountRecoverySetting: { RecoveryMechanisms: [{ Name: 'verified_email', Priority: 1 }] },
    AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
    AutoVerifiedAttributes: ['email'],
    DeletionProtection: 'INACTIVE',
    EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
    MfaConfiguration: 'OPTIONAL',
    Policies: {
      PasswordPolicy: {
        MinimumLength: 12,
        RequireLowercase: true,
        RequireNumbers: true,
        RequireSymbols: true,
        RequireUppercase: true,
        TemporaryPasswordValidityDays: 3,
      },
    },
    UserPoolTier: 'LITE',
    UsernameAttributes: ['email'],
  })
  expect([pool.DeletionPolicy, pool.UpdateReplacePolicy]).toEqual(['RetainExceptOnCreate', 'Retain'])
  expect(plain(template.one('AWS::Cognito::UserPoolGroup').Properties)).toEqual({
    UserPoolId: '<Users>',
    GroupName: 'admin',
    Description: 'May publish news to all recipients',
  })
})

const client = {
  UserPoolId: '<Users>',
  GenerateSecret: false,
  ExplicitAuthFlows: ['ALLOW_ADMIN_USER_PASSWORD_AUTH', 'ALLOW_USER_SRP_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
  AccessTokenValidity: 60,
  IdTokenValidity: 60,
  RefreshTokenValidity: 30 * 24 * 60,
  TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'minutes', RefreshToken: 'minutes' },
  EnableTokenRevocation: true,
  PreventUserExistenceErrors: 'ENABLED',
  SupportedIdentityProviders: ['COGNITO'],
}

test('its client is public, signs in by password or, with the code flow alone, on a page that returns to a panel', () => {
  const others = synthesizeSmall({ callbackUrls: callbackUrls.join() })
  const onDomain = synthesizeSmall(contextOf(['domainName']))
  const returns = ({ one }: Template) => plain(one('AWS::Cognito::UserPoolClient').Properties['CallbackURLs'])

  expect(plain(template.one('AWS::Cognito::UserPoolClient').Properties)).toEqual({
    ...client,
    AllowedOAuthFlows: ['code'],
    AllowedOAuthFlowsUserPoolClient: true,
    AllowedOAuthScopes: ['openid', 'email'],
    CallbackURLs: ['<Api.ApiEndpoint>/panel'],
    LogoutURLs: ['<Api.ApiEndpoint>/panel'],
  })
  expect(returns(others)).toEqual(['<Api.ApiEndpoint>/panel', ...callbackUrls])
  expect(returns(onDomain)).toEqual(['https://api.example.com/panel'])
  const asked = synthesizeSmall(contextOf(['scope'])).one('AWS::Cognito::UserPoolClient').Properties
  expect(asked['AllowedOAuthScopes']).toEqual(['openid', 'email', 'aws.cognito.signin.user.admin'])
  const stackUuid = { 'Fn::Select': [2, { 'Fn::Split': ['/', { Ref: 'AWS::StackId' }] }] }
  expect(template.one('AWS::Cognito::UserPoolDomain').Properties).toEqual({
    Domain: { 'Fn::Join': ['-', ['streaming', { 'Fn::Select': [4, { 'Fn::Split': ['-', stackUuid] }] }]] },
    ManagedLoginVersion: 1,
    UserPoolId: { Ref: template.one('AWS::Cognito::UserPool').id },
  })
})

test('its tokens are those that the gateway accepts, and the outputs say how an operator gets one', () => {
  expect(plain(template.one('AWS::ApiGatewayV2::Authorizer').Properties)).toEqual({
    ApiId: '<Api>',
    Name: 'jwt',
    AuthorizerType: 'JWT',
    IdentitySource: ['$request.header.Authorization'],
    JwtConfiguration: {
      Issuer: 'https://cognito-idp.<AWS::Region>.<AWS::URLSuffix>/<Users>',
      Audience: ['<UsersClient>'],
    },
  })
  expect(outputsOf(template)).toEqual({
    ApiUrl: ['<Api.ApiEndpoint>', 'Base URL of the HTTP API'],
    LiveUrl: [
      'wss://<LiveApi>.execute-api.<AWS::Region>.<AWS::URLSuffix>/live',
      'Address at which overlays open their WebSocket connections',
    ],
    Issuer: ['https://cognito-idp.<AWS::Region>.<AWS::URLSuffix>/<Users>', 'Issuer of the tokens that the API accepts'],
    Audience: ['<UsersClient>', 'Audience, or Cognito client id, of those tokens'],
    AlarmTopic: ['<Alarms>', 'SNS topic of the alarms; subscribe to it, or deploy with -c alarmEmail'],
    UserPoolId: ['<Users>', 'Operators create users here'],
    TokenCommand: [
      'aws cognito-idp admin-initiate-auth --region <AWS::Region> --user-pool-id <Users> --client-id <UsersClient> --auth-flow ADMIN_USER_PASSWORD_AUTH --auth-parameters USERNAME=<email>,PASSWORD=<password> --query AuthenticationResult.AccessToken --output text',
      'Prints an access token of a user, for an operator with AWS credentials',
    ],
    SignInUrl: ['https://<UsersSignIn>.auth.<AWS::Region>.amazoncognito.com', 'The sign-in page'],
  })
})

test('sign-ups, plan and deletion of the user pool are settings', () => {
  const open = synthesizeSmall({ selfSignUp: true, userPoolPlan: 'essentials', removeData: true })
  const pool = open.one('AWS::Cognito::UserPool')

  expect(pool.Properties['AdminCreateUserConfig']).toEqual({ AllowAdminCreateUserOnly: false })
  expect(pool.Properties['UserPoolTier']).toBe('ESSENTIALS')
  expect([pool.DeletionPolicy, pool.UpdateReplacePolicy]).toEqual(['Delete', 'Delete'])
  expect(outputsOf(open)['UserPoolId']).toEqual(['<Users>', 'Users sign up here'])
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
