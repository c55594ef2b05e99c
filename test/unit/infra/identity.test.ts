import { expect, test } from 'vitest'
import { addIdentity } from '../../../infra/identity.ts'
import { parseSettings } from '../../../infra/settings.ts'
import { acknowledgedBy, bareStack, plain, synthesized } from './bareStack.ts'

const identityWith = (given: Parameters<typeof parseSettings>[0] = {}) => {
  const stack = bareStack()
  const identity = addIdentity(stack, parseSettings(given))
  return { stack, identity: Object(plain(stack.resolve(identity))), template: synthesized(stack) }
}
const callbackUrls = ['https://app.example.com/', 'http://localhost:3000/']

test('without an issuer there is a user pool: long passwords, no sign-ups, a second factor that is no text message', () => {
  const { template, stack } = identityWith()
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
    UserPoolTier: 'ESSENTIALS',
    UsernameAttributes: ['email'],
  })
  expect([pool.DeletionPolicy, pool.UpdateReplacePolicy]).toEqual(['RetainExceptOnCreate', 'Retain'])
  expect(Object.keys(acknowledgedBy(stack.node.findChild('Users')))).toEqual([
    'AwsSolutions::AwsSolutions-COG2',
    'AwsSolutions::AwsSolutions-COG8',
  ])
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

test('its client is public, signs in by password alone, and its tokens live an hour', () => {
  const { template } = identityWith()

  expect(plain(template.one('AWS::Cognito::UserPoolClient').Properties)).toEqual({
    ...client,
    AllowedOAuthFlowsUserPoolClient: false,
  })
  expect(template.all('AWS::Cognito::UserPoolDomain')).toEqual([])
})

test('with addresses to return to there is a sign-in page, whose client has the code flow alone', () => {
  const { template, identity } = identityWith({ callbackUrls: callbackUrls.join() })

  expect(plain(template.one('AWS::Cognito::UserPoolClient').Properties)).toEqual({
    ...client,
    AllowedOAuthFlows: ['code'],
    AllowedOAuthFlowsUserPoolClient: true,
    AllowedOAuthScopes: ['openid', 'email'],
    CallbackURLs: callbackUrls,
    LogoutURLs: callbackUrls,
  })
  const stackUuid = { 'Fn::Select': [2, { 'Fn::Split': ['/', { Ref: 'AWS::StackId' }] }] }
  expect(template.one('AWS::Cognito::UserPoolDomain').Properties).toEqual({
    Domain: { 'Fn::Join': ['-', ['streaming', { 'Fn::Select': [4, { 'Fn::Split': ['-', stackUuid] }] }]] },
    ManagedLoginVersion: 1,
    UserPoolId: { Ref: template.one('AWS::Cognito::UserPool').id },
  })
  expect(identity.outputs.SignInUrl).toEqual({
    value: 'https://<UsersSignIn>.auth.<AWS::Region>.amazoncognito.com',
    description: 'The sign-in page',
  })
})

test('its tokens are those that the gateway accepts, and an operator is told how to get one', () => {
  const { identity } = identityWith({ scope: 'aws.cognito.signin.user.admin' })

  expect(identity).toEqual({
    issuer: 'https://cognito-idp.<AWS::Region>.<AWS::URLSuffix>/<Users>',
    audience: ['<UsersClient>'],
    scope: 'aws.cognito.signin.user.admin',
    outputs: {
      UserPoolId: { value: '<Users>', description: 'Operators create users here' },
      TokenCommand: {
        value:
          'aws cognito-idp admin-initiate-auth --region <AWS::Region> --user-pool-id <Users> --client-id <UsersClient> --auth-flow ADMIN_USER_PASSWORD_AUTH --auth-parameters USERNAME=<email>,PASSWORD=<password> --query AuthenticationResult.AccessToken --output text',
        description: 'Prints an access token of a user, for an operator with AWS credentials',
      },
    },
  })
})

test('sign-ups, deletion and its protection are settings', () => {
  const { identity, template } = identityWith({ selfSignUp: true, removeData: true })
  const pool = template.one('AWS::Cognito::UserPool')

  expect(pool.Properties['AdminCreateUserConfig']).toEqual({ AllowAdminCreateUserOnly: false })
  expect([pool.DeletionPolicy, pool.UpdateReplacePolicy]).toEqual(['Delete', 'Delete'])
  expect(identity.outputs.UserPoolId.description).toBe('Users sign up here')
  const guarded = identityWith({ deletionProtection: true }).template.one('AWS::Cognito::UserPool')
  expect(guarded.Properties['DeletionProtection']).toBe('ACTIVE')
})

test('an issuer of the settings takes the place of the user pool', () => {
  const stack = bareStack()
  const given = { issuer: 'https://id.example.com', audience: 'web,app', scope: 'tools' }

  expect(addIdentity(stack, parseSettings(given))).toEqual({ ...given, audience: ['web', 'app'], outputs: {} })
  expect(stack.node.children).toEqual([])
})
