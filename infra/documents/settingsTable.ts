import { parseSettings, type Settings } from '../settings.ts'
import { table } from './tables.ts'

interface Meaning {
  readonly effect: string
  /** What holds when an optional setting is absent; nothing of the kind by default. */
  readonly without?: string
}

/** What each setting does, in the order of the guide. */
const meanings: Readonly<Record<keyof Settings, Meaning>> = {
  stackName: {
    effect: "Name of the service's stack, prefix of its secrets, and with `-data` the name of the data stack",
  },
  issuer: {
    effect:
      'Another OIDC issuer, such as Keycloak or Auth0. It signs with RS256, and AWS must reach its discovery document from the internet. Needs `audience`',
    without: 'a new Cognito user pool',
  },
  audience: { effect: "The audience of the issuer's tokens. Needs `issuer`" },
  recipientClaim: {
    effect:
      'The claim that names the recipient, as a text or an integer. Any claim but `sub` and `username` needs an `issuer`',
  },
  scope: {
    effect: 'A scope that every access token must have. Tokens of the user pool have `aws.cognito.signin.user.admin`',
  },
  adminClaim: {
    effect:
      'The claim that is exactly `admin` for administrators, who may publish to all recipients. Needs an `issuer`; [SECURITY.md](../SECURITY.md#tokens-of-another-issuer) names it for Keycloak, Entra and Auth0',
    without: '`groups`',
  },
  adminScope: { effect: 'The scope that administrators have, instead of a claim. Needs an `issuer`' },
  openChats: {
    effect:
      'Announcements also go to chats that nobody has linked. Such a chat then belongs to the recipient who announced there first',
  },
  privateChats: {
    effect:
      "Private chats with a bot can be linked. Whoever opens a recipient's link and presses Start then gets the announcements of that recipient",
  },
  streamEndDelaySeconds: {
    effect:
      'Seconds after which the end of a stream is final, from 0 to 600. If the platform reports the same stream as started again before, nothing changes',
  },
  messengerAlias: {
    effect:
      'A second name of the messenger in paths: with `max`, `/max/announcers` is the same as `/messenger/announcers`',
  },
  ownSystem: {
    effect:
      'The system name that also stands for one’s own gateways where a history, an export or alerts are filtered. It is no name of a platform or gateway',
  },
  selfSignUp: { effect: 'Anybody may sign up at the user pool. Cognito mails at most 50 codes a day by itself' },
  userPoolPlan: {
    effect:
      "The feature plan of the user pool. With `essentials` the panel's refresh tokens rotate; `lite` costs less above 10,000 users a month",
  },
  panel: { effect: 'The API serves [the panel](../README.md#the-panel) at `/panel`' },
  donationPage: { effect: 'The API serves the page of donors at `/donate/<recipientId>`' },
  panelClientId: {
    effect:
      'The client id by which the panel signs people in at another `issuer`. The issuer must accept `<ApiUrl>/panel` as a redirect address',
    without: 'the first `audience`',
  },
  callbackUrls: {
    effect: "Pages of your front ends to which the user pool's sign-in page may return (code flow with PKCE)",
  },
  domainName: {
    effect:
      'An address that outlives the stack, for payment gateways and scenes of OBS. The HTTP API has this name and the WebSocket API `live.` before it. CNAME records of both lead to the printed `ApiDomainTarget` and `LiveDomainTarget`. Needs `certificateArn`',
  },
  certificateArn: {
    effect: 'A certificate of AWS Certificate Manager in the same region that covers both names. Needs `domainName`',
  },
  disableExecuteApiEndpoint: {
    effect:
      'The addresses that API Gateway generates are closed, so that nobody bypasses a web ACL in front of the domain. Needs `domainName`',
  },
  originDigests: {
    effect:
      'One or two SHA-256 digests of the secret header of a distribution in front. Every other request is 403, and `CloudFront-Viewer-Address` is the caller: [the recipe](RUNBOOK.md#behind-cloudfront). Needs `disableExecuteApiEndpoint`',
  },
  corsOrigins: { effect: 'Origins from which browsers may call, separated by commas' },
  rateLimit: { effect: 'Requests in a second that each route takes' },
  burstLimit: { effect: 'Requests that each route takes at once. 13 regions allow at most 1,250' },
  webhookRateLimit: {
    effect:
      'Requests in a second that each webhook route takes (payments, platforms, messengers), and the route by which donors begin payments. Anybody can send there without a token, and a refused request may be money',
  },
  connectRateLimit: {
    effect: 'WebSocket connections that are opened in a second, refused ones included. AWS allows an account 500',
  },
  logRetention: { effect: 'Days for which logs are kept' },
  platformReports: { effect: 'Lambda logs memory and start-up time of each invocation: 0.5 KB more for a request' },
  tracing: {
    effect: 'Lambda sends traces to X-Ray. A trace shows how long a function started and ran, but none of its calls',
  },
  leanSdk: {
    effect:
      'Bundles leave out the parts of the AWS SDK that functions do not use. Set it to `false` if a new version of the SDK fails without them',
  },
  webhookConcurrency: {
    effect:
      "Invocations that are reserved for each webhook's function, so that other traffic cannot crowd out money. The account needs 100 more than are reserved",
  },
  parallelizationFactor: {
    effect:
      "Batches of one shard that a stream's worker takes at a time, at most. Set it to 1 for an account whose quota is ten concurrent functions",
  },
  alarms: { effect: "There are alarms and a topic for them. A developer's own stage needs none" },
  alarmEmail: { effect: 'Alarms are mailed there, once the mail that SNS sends has been confirmed' },
  monthlyBudget: {
    effect:
      'US dollars in a month above which `alarmEmail` is warned, in regions whose CloudFormation has budgets. Needs `alarmEmail`',
  },
  backupVault: {
    effect:
      'The name of a vault of AWS Backup in the same account and region. All lasting tables are backed up there every day: [a backup in another account](#a-backup-in-another-account). Needs `backupCopyVault`',
  },
  backupCopyVault: {
    effect: 'The ARN of a vault in another account, into which each backup is copied. Needs `backupVault`',
  },
  removeData: {
    effect:
      'Deleting the data stack deletes the data. Deploy once with `true`, then `npx cdk destroy --all`. Excludes `deletionProtection`',
  },
  deletionProtection: {
    effect: 'Nobody can delete the tables and the user pool. Set it after the first deployment. Excludes `removeData`',
  },
}

const withoutSettings: Readonly<Record<string, unknown>> = parseSettings({})

const defaultOf = (name: string, { without = 'none' }: Meaning): string =>
  withoutSettings[name] === undefined ? without : `\`${withoutSettings[name]}\``

export const settingsTable = (): string =>
  table(
    ['Setting', 'Default', 'Effect'],
    Object.entries(meanings).map(([name, meaning]) => [`\`${name}\``, defaultOf(name, meaning), meaning.effect]),
  )
