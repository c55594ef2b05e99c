import * as z from 'zod/mini'
import { linkedSystems } from '../shared/areas/recipients/streamingPlatform.ts'
import { gatewaySystems } from '../shared/contract/gatewaySystems.ts'
import { usualEndDelaySeconds } from '../shared/contract/usualEndDelaySeconds.ts'

/** A deployment setting that is unknown or malformed. The message is one line for the operator. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}

export const defaultStackName = 'streaming-support'

/** The stack with the data, the users and the addresses of a deployment. */
export const dataStackName = (stackName: string): string => `${stackName}-data`

/** A setting as text: `-c name=value` gives texts, and `cdk.json` may also have numbers and booleans. */
const text = z.pipe(
  z.transform((value: unknown) => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : value)),
  z.string().check(z.trim(), z.minLength(1)),
)

const list = z.pipe(
  text,
  z.pipe(
    z.transform((value: string) => value.split(',').map((entry) => entry.trim())),
    z.array(z.string().check(z.minLength(1, 'expected values separated by commas, none of them empty'))),
  ),
)

const matching = (pattern: RegExp, expected: string) => text.check(z.regex(pattern, { error: `expected ${expected}` }))

const integer = (minimum: number, maximum: number) =>
  z.pipe(
    matching(/^\d{1,9}$/, `an integer from ${minimum} to ${maximum}`),
    z.pipe(
      z.transform(Number),
      z.number().check(
        z.refine((value) => value >= minimum && value <= maximum, {
          error: `expected an integer from ${minimum} to ${maximum}`,
        }),
      ),
    ),
  )

/** The days that CloudWatch Logs accepts. */
const retentions = [
  1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653,
]

const LogRetention = integer(1, 3653).check(
  z.refine((days) => retentions.includes(days), { error: `expected one of ${retentions.join(', ')}` }),
)

const flag = z.pipe(
  matching(/^(true|false)$/, 'true or false'),
  z.transform((value: string) => value === 'true'),
)

const urlWith = (protocols: readonly string[], accepts: (url: URL) => boolean) => (value: string) => {
  const url = URL.parse(value)
  return url !== null && protocols.includes(url.protocol) && url.username === '' && accepts(url)
}

const isOrigin = urlWith(['http:', 'https:'], () => true)
const isIssuer = urlWith(['https:'], ({ search, hash }) => search === '' && hash === '')
const isLoopback = ({ hostname }: URL): boolean => hostname === 'localhost' || hostname === '127.0.0.1'
/** Cognito refuses addresses with a fragment. */
const isCallback = (value: string) =>
  !value.includes('#') && (urlWith(['https:'], () => true)(value) || urlWith(['http:'], isLoopback)(value))

/** API Gateway compares origins as texts, so anything but the bare origin would never match. */
const isBareOrigin = (origin: string): boolean => isOrigin(origin) && URL.parse(origin)?.origin === origin

const Origins = list.check(
  z.refine((origins) => origins.every(isBareOrigin) || (origins.length === 1 && origins[0] === '*'), {
    error: 'expected * alone, or origins such as https://app.example.com, separated by commas',
  }),
)

/** The WebSocket API's name is five characters longer and may have 128; Systems Manager reserves `aws` and `ssm`. */
const StackName = matching(
  /^(?!aws|ssm)[a-z][a-z0-9-]{0,122}$/i,
  'a stack name of at most 123 letters, digits and hyphens that begins with neither aws nor ssm',
)

const takenSystems: readonly string[] = [...Object.values(linkedSystems), ...Object.values(gatewaySystems)]

/** A name of no platform and of no gateway, because a filter by theirs means their items alone. */
const OwnSystem = matching(/^[^\p{Cc}]{1,64}$/u, 'a name of 1 to 64 characters').check(
  z.refine((name) => !takenSystems.some((taken) => taken.toLowerCase() === name.toLowerCase()), {
    error: `expected a name that is none of ${takenSystems.join(', ')}`,
  }),
)

const ClaimName = matching(/^[\w:./-]{1,256}$/, 'the name of a claim')
const Scope = matching(/^[!#-[\]-~]{1,128}$/, 'one scope')

/** The claims of a Cognito access token that identify a user; it has no custom attributes. */
const poolClaims = ['sub', 'username']

/** The scopes of the user pool's tokens, after a sign-in by password and after one on the sign-in page. */
const poolScopes: Readonly<Record<'password' | 'page', readonly string[]>> = {
  password: ['aws.cognito.signin.user.admin'],
  page: ['openid', 'email'],
}

const isPoolScope = (scope: string | undefined, callbackUrls: readonly string[] | undefined): boolean =>
  scope === undefined ||
  [...poolScopes.password, ...(callbackUrls === undefined ? [] : poolScopes.page)].includes(scope)

/**
 * The settings of a deployment (`cdk deploy --all -c name=value`) with their defaults. None is required.
 * Times are in days, rates in requests per second, and amounts in US dollars.
 */
const Settings = z
  .strictObject({
    stackName: z._default(StackName, defaultStackName),
    /** An existing OIDC issuer (RS256), set together with `audience`. Without one, a Cognito user pool is created. */
    issuer: z.optional(text.check(z.refine(isIssuer, { error: 'expected an https URL, exactly as in the tokens' }))),
    audience: z.optional(list),
    /** The token's claim that holds the recipient's id. */
    recipientClaim: z._default(ClaimName, 'sub'),
    /** The scope that every access token needs. */
    scope: z.optional(Scope),
    /** The claim of another issuer's token that is `admin` for administrators; `groups` by default. */
    adminClaim: z.optional(ClaimName),
    /** The scope that administrators have, instead of a claim. */
    adminScope: z.optional(Scope),
    /** Whether users may sign up at the user pool by themselves. */
    selfSignUp: z._default(flag, false),
    /** The user pool's feature plan: `lite` costs less above 10,000 users, and its refresh tokens do not rotate. */
    userPoolPlan: z._default(z.enum(['lite', 'essentials'], { error: 'expected lite or essentials' }), 'essentials'),
    /** Addresses to which the sign-in page may return, besides the panel's. */
    callbackUrls: z.optional(
      list.check(
        z.refine((urls) => urls.every(isCallback), {
          error: 'expected https URLs, or http on localhost, without a fragment, separated by commas',
        }),
      ),
    ),
    /** Whether the API serves the panel, and the page on which donors give. */
    panel: z._default(flag, true),
    donationPage: z._default(flag, true),
    /** The client id by which the panel signs people in at another issuer; the first audience by default. */
    panelClientId: z.optional(text),
    /** Whether announcements go to unlinked chats: a chat then belongs to the recipient who announced there first. */
    openChats: z._default(flag, false),
    /** Whether chats of a bot with a single user may be linked; a user of the link gets its maker's announcements. */
    privateChats: z._default(flag, false),
    /** The seconds within which a start of the same stream takes an end back. */
    streamEndDelaySeconds: z._default(integer(0, 600), usualEndDelaySeconds),
    /** A second first segment of the messenger's paths, for other services' front ends: `max` for `/max/announcers`. */
    messengerAlias: z.optional(matching(/^[a-z][a-z0-9-]{0,31}$/, 'one segment of a path in lower case')),
    /** The system that stands for one's own gateways in filters, as front ends of other services have it. */
    ownSystem: z._default(OwnSystem, 'ODA'),
    /** The domain of the HTTP API; below it `live.` is the WebSocket API's. The certificate has to cover both. */
    domainName: z.optional(
      matching(/^(?=.{4,248}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/, 'a domain name in lower case'),
    ),
    certificateArn: z.optional(
      matching(
        /^arn:aws[a-z-]*:acm:[a-z0-9-]+:\d{12}:certificate\/[\w-]+$/,
        'the ARN of a certificate of AWS Certificate Manager',
      ),
    ),
    /** Whether the generated addresses are closed, so that no request passes by the custom domain. */
    disableExecuteApiEndpoint: z._default(flag, false),
    /** The SHA-256 of the secret by which a distribution in front proves itself, and of the next one in a change. */
    originDigests: z.optional(
      list.check(
        z.refine((digests) => digests.length <= 2 && digests.every((digest) => /^[0-9a-f]{64}$/.test(digest)), {
          error: 'expected one or two digests of 64 hexadecimal digits in lower case, separated by a comma',
        }),
      ),
    ),
    corsOrigins: z._default(Origins, ['*']),
    /** The rate and burst of each route. 13 regions accept bursts of at most 1,250 without a raised quota. */
    rateLimit: z._default(integer(1, 10_000), 200),
    burstLimit: z._default(integer(1, 5_000), 1000),
    /** The rate of each webhook's route and of donors' payments: strangers reach them without a token, beside money. */
    webhookRateLimit: z._default(integer(1, 10_000), 2000),
    /** The WebSocket connections that are opened in a second, refused ones included; AWS allows an account 500. */
    connectRateLimit: z._default(integer(1, 10_000), 400),
    logRetention: z._default(LogRetention, 30),
    /** Whether Lambda logs a line with memory and start-up time of each invocation. */
    platformReports: z._default(flag, false),
    /** Whether Lambda sends traces to X-Ray. */
    tracing: z._default(flag, false),
    /** Whether bundles leave out unused parts of the AWS SDK; `false` if a new version fails without them. */
    leanSdk: z._default(flag, true),
    /** Concurrent invocations reserved for each webhook's function, apart from the account's other executions. */
    webhookConcurrency: z.optional(integer(1, 1_000)),
    /** Whether there are alarms, which a developer's own stage does not need. */
    alarms: z._default(flag, true),
    /** The most batches of a shard that a stream's worker takes at a time: 1 where few functions may run. */
    parallelizationFactor: z._default(integer(1, 10), 10),
    alarmEmail: z.optional(matching(/^[^\s@,]+@[^\s@,]+$/, 'an e-mail address')),
    monthlyBudget: z.optional(integer(1, 1_000_000)),
    /** The name of a vault of AWS Backup in this account and region, and the ARN of one in another account. */
    backupVault: z.optional(matching(/^[\w-]{2,50}$/, 'the name of a backup vault')),
    backupCopyVault: z.optional(
      matching(/^arn:[\w-]+:backup:[\w-]+:\d{12}:backup-vault:[\w-]{2,50}$/, 'the ARN of a backup vault'),
    ),
    /** Whether deleting the stack deletes its data too. */
    removeData: z._default(flag, false),
    /** Whether tables and user pool are protected from deletion. */
    deletionProtection: z._default(flag, false),
  })
  .check(
    z.refine(({ issuer, audience }) => (issuer === undefined) === (audience === undefined), {
      path: ['issuer'],
      error: 'issuer and audience are set together',
    }),
    z.refine(({ domainName, certificateArn }) => (domainName === undefined) === (certificateArn === undefined), {
      path: ['domainName'],
      error: 'domainName and certificateArn are set together',
    }),
    z.refine(({ backupVault, backupCopyVault }) => (backupVault === undefined) === (backupCopyVault === undefined), {
      path: ['backupVault'],
      error: 'backupVault and backupCopyVault are set together',
    }),
    z.refine(({ domainName, disableExecuteApiEndpoint }) => domainName !== undefined || !disableExecuteApiEndpoint, {
      path: ['disableExecuteApiEndpoint'],
      error: 'without a domainName the APIs would have no address',
    }),
    z.refine(
      ({ originDigests, disableExecuteApiEndpoint }) => originDigests === undefined || disableExecuteApiEndpoint,
      { path: ['originDigests'], error: 'it needs a domainName and disableExecuteApiEndpoint=true' },
    ),
    z.refine(({ issuer, callbackUrls }) => issuer === undefined || callbackUrls === undefined, {
      path: ['callbackUrls'],
      error: 'it belongs to the user pool, which is not created when an issuer is set',
    }),
    z.refine(({ issuer, panelClientId }) => issuer !== undefined || panelClientId === undefined, {
      path: ['panelClientId'],
      error: 'it belongs to another issuer; the user pool has a client of its own',
    }),
    z.refine(({ issuer, selfSignUp }) => issuer === undefined || !selfSignUp, {
      path: ['selfSignUp'],
      error: 'it belongs to the user pool, which is not created when an issuer is set',
    }),
    z.refine(({ issuer, userPoolPlan }) => issuer === undefined || userPoolPlan === 'essentials', {
      path: ['userPoolPlan'],
      error: 'it belongs to the user pool, which is not created when an issuer is set',
    }),
    z.refine(({ issuer, recipientClaim }) => issuer !== undefined || poolClaims.includes(recipientClaim), {
      path: ['recipientClaim'],
      error: `access tokens of the user pool have ${poolClaims.join(' and ')} alone; set an issuer for another claim`,
    }),
    z.refine(({ issuer, scope, callbackUrls }) => issuer !== undefined || isPoolScope(scope, callbackUrls), {
      path: ['scope'],
      error: `the user pool grants ${poolScopes.password.join(', ')}, or ${poolScopes.page.join(' and ')} with callbackUrls`,
    }),
    z.refine(({ adminClaim, adminScope }) => adminClaim === undefined || adminScope === undefined, {
      path: ['adminClaim'],
      error: 'adminClaim and adminScope exclude each other',
    }),
    z.refine(({ issuer, adminClaim, adminScope }) => issuer !== undefined || (adminClaim ?? adminScope) === undefined, {
      path: ['adminClaim'],
      error: 'administrators of the user pool are in its group admin; set an issuer for another claim or scope',
    }),
    z.refine(({ removeData, deletionProtection }) => !(removeData && deletionProtection), {
      path: ['deletionProtection'],
      error: 'removeData and deletionProtection exclude each other',
    }),
    z.refine(({ monthlyBudget, alarmEmail }) => monthlyBudget === undefined || alarmEmail !== undefined, {
      path: ['monthlyBudget'],
      error: 'a budget needs alarmEmail, the address of its warnings',
    }),
  )

export type Settings = z.output<typeof Settings>

const issueLine = (issue: z.core.$ZodIssue): string => {
  if (issue.code !== 'unrecognized_keys') return `setting ${issue.path[0]?.toString()}: ${issue.message}`
  return `unknown setting ${issue.keys.join(', ')}; known are ${Object.keys(Settings.shape).join(', ')}, stage`
}

/** @throws SettingsError one line that names every setting that is unknown or malformed */
export const parseSettings = (given: Readonly<Record<string, unknown>>): Settings => {
  const { data, error } = Settings.safeParse(given)
  if (error) throw new SettingsError(error.issues.map(issueLine).join('; '))
  return data
}
