import { Aws, Duration, Fn } from 'aws-cdk-lib'
import {
  AccountRecovery,
  CfnUserPoolGroup,
  FeaturePlan,
  ManagedLoginVersion,
  Mfa,
  OAuthScope,
  UserPool,
  type UserPoolClient,
} from 'aws-cdk-lib/aws-cognito'
import type { Construct } from 'constructs'
import { acknowledge } from './acknowledgements.ts'
import type { Settings } from './settings.ts'
import { exported, removalPolicyOf } from './storage.ts'

/** The issuer of the tokens that the gateway accepts. */
export interface Identity {
  readonly issuer: string
  readonly audience: readonly string[]
  /** The scope that every token needs. */
  readonly scope: string | undefined
  /** The page on which people sign in to the panel, and the panel's own client id there. */
  readonly signIn: { readonly url: string; readonly clientId: string; readonly selfSignUp?: boolean }
  /** The stack outputs for the operator, besides issuer and audience. */
  readonly outputs: Readonly<Record<string, { readonly value: string; readonly description: string }>>
}

/** The group that may publish global news. */
const adminGroup = 'admin'

const plans = { lite: FeaturePlan.LITE, essentials: FeaturePlan.ESSENTIALS } as const

const addUserPool = (scope: Construct, settings: Settings): UserPool => {
  const { removeData, deletionProtection, selfSignUp, userPoolPlan } = settings
  const pool = new UserPool(scope, 'Users', {
    featurePlan: plans[userPoolPlan],
    selfSignUpEnabled: selfSignUp,
    signInAliases: { email: true },
    autoVerify: { email: true },
    accountRecovery: AccountRecovery.EMAIL_ONLY,
    passwordPolicy: {
      minLength: 12,
      requireLowercase: true,
      requireUppercase: true,
      requireDigits: true,
      requireSymbols: true,
      tempPasswordValidity: Duration.days(3),
    },
    mfa: Mfa.OPTIONAL,
    mfaSecondFactor: { sms: false, otp: true },
    deletionProtection,
    removalPolicy: removalPolicyOf(removeData),
  })
  acknowledge(pool, 'AwsSolutions-COG2')
  acknowledge(pool, 'AwsSolutions-COG8')
  return pool
}

const scopesOf = (scope: string | undefined): OAuthScope[] => [
  OAuthScope.OPENID,
  OAuthScope.EMAIL,
  ...(scope === OAuthScope.COGNITO_ADMIN.scopeName ? [OAuthScope.COGNITO_ADMIN] : []),
]

/**
 * A public client, because browsers cannot keep a secret. Passwords are sent only by SRP or, by operators with AWS
 * credentials, by `admin-initiate-auth`. The sign-in page has the authorization code flow, for which Cognito checks
 * PKCE if the client sends it.
 */
const addClient = (pool: UserPool, callbackUrls: readonly string[], scope: string | undefined): UserPoolClient =>
  pool.addClient('Client', {
    generateSecret: false,
    authFlows: { userSrp: true, adminUserPassword: true },
    accessTokenValidity: Duration.hours(1),
    idTokenValidity: Duration.hours(1),
    refreshTokenValidity: Duration.days(30),
    enableTokenRevocation: true,
    preventUserExistenceErrors: true,
    oAuth: {
      flows: { authorizationCodeGrant: true },
      scopes: scopesOf(scope),
      callbackUrls: [...callbackUrls],
      logoutUrls: [...callbackUrls],
    },
  })

/**
 * The client of the panel that the service ships, which is public too. Its refresh tokens rotate, because a stolen one
 * would work beside its owner for a month (RFC 9700, section 4.14.2). Those of the other client do not: a front end
 * deposits its own for another device, and both use it. The plan Lite has no rotation, and refuses a client with it.
 */
const addPanelClient = (pool: UserPool, returnUrl: string, { scope, userPoolPlan }: Settings): UserPoolClient =>
  pool.addClient('Panel', {
    generateSecret: false,
    authFlows: { userSrp: true },
    accessTokenValidity: Duration.hours(1),
    idTokenValidity: Duration.hours(1),
    refreshTokenValidity: Duration.days(30),
    ...(userPoolPlan === 'essentials' && { refreshTokenRotationGracePeriod: Duration.seconds(60) }),
    enableTokenRevocation: true,
    preventUserExistenceErrors: true,
    oAuth: {
      flows: { authorizationCodeGrant: true },
      scopes: scopesOf(scope),
      callbackUrls: [returnUrl],
      logoutUrls: [returnUrl],
    },
  })

/** Prefixes share one name space in a region: the last group of the stack's own UUID makes this one unique. */
const signInPrefix = (): string => {
  const stackUuid = Fn.select(2, Fn.split('/', Aws.STACK_ID))
  return Fn.join('-', ['streaming', Fn.select(4, Fn.split('-', stackUuid))])
}

const addAdminGroup = (scope: Construct, { userPoolId }: UserPool, { removeData }: Settings): void => {
  const description = 'May publish news to all recipients'
  const group = new CfnUserPoolGroup(scope, 'AdminGroup', { userPoolId, groupName: adminGroup, description })
  group.applyRemovalPolicy(removalPolicyOf(removeData))
}

/** The address of a panel that the API serves, to which the sign-in page returns. */
const panelPath = '/panel'

const addUsers = (scope: Construct, settings: Settings, ownUrl: string): Identity => {
  const { callbackUrls = [], selfSignUp, scope: tokenScope } = settings
  const pool = addUserPool(scope, settings)
  const client = addClient(pool, [`${ownUrl}${panelPath}`, ...callbackUrls], tokenScope)
  const panel = addPanelClient(pool, `${ownUrl}${panelPath}`, settings)
  for (const each of [client, panel]) each.applyRemovalPolicy(removalPolicyOf(settings.removeData))
  addAdminGroup(scope, pool, settings)
  const domain = pool.addDomain('SignIn', {
    cognitoDomain: { domainPrefix: signInPrefix() },
    managedLoginVersion: ManagedLoginVersion.CLASSIC_HOSTED_UI,
  })
  const poolId = exported(scope, pool.userPoolId)
  const clientId = exported(scope, client.userPoolClientId)
  const panelClientId = exported(scope, panel.userPoolClientId)
  const signInUrl = `https://${exported(scope, domain.domainName)}.auth.${Aws.REGION}.amazoncognito.com`
  exported(scope, pool.userPoolArn)
  return {
    issuer: `https://cognito-idp.${Aws.REGION}.${Aws.URL_SUFFIX}/${poolId}`,
    audience: [clientId, panelClientId],
    scope: tokenScope,
    signIn: { url: signInUrl, clientId: panelClientId, selfSignUp },
    outputs: {
      UserPoolId: {
        value: poolId,
        description: selfSignUp ? 'Users sign up here' : 'Operators create users here',
      },
      TokenCommand: {
        value: `aws cognito-idp admin-initiate-auth --region ${Aws.REGION} --user-pool-id ${poolId} --client-id ${clientId} --auth-flow ADMIN_USER_PASSWORD_AUTH --auth-parameters USERNAME=<email>,PASSWORD=<password> --query AuthenticationResult.AccessToken --output text`,
        description: 'Prints an access token of a user, for an operator with AWS credentials',
      },
      SignInUrl: { value: signInUrl, description: 'The sign-in page' },
    },
  }
}

/**
 * The issuer of the settings, or else a new Cognito user pool.
 *
 * @param ownUrl the address of the API, with the panel to which the sign-in page returns
 */
export const addIdentity = (scope: Construct, settings: Settings, ownUrl: string): Identity => {
  const { issuer, audience, panelClientId, scope: tokenScope } = settings
  if (issuer === undefined || audience === undefined) return addUsers(scope, settings, ownUrl)
  const [clientId = ''] = panelClientId === undefined ? audience : [panelClientId]
  return { issuer, audience, scope: tokenScope, signIn: { url: issuer, clientId }, outputs: {} }
}
