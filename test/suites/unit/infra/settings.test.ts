import { describe, expect, test } from 'vitest'
import { parseSettings, SettingsError } from '../../../../infra/settings.ts'

type Given = Readonly<Record<string, unknown>>

const refusalOf = (given: Given): string => {
  try {
    parseSettings(given)
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError)
    expect((error as SettingsError).name).toBe('SettingsError')
    return (error as SettingsError).message
  }
  return expect.fail(`${JSON.stringify(given)} was accepted`)
}

const external = { issuer: 'https://id.example.com', audience: 'a' }
const certificateArn = 'arn:aws:acm:eu-central-1:123456789012:certificate/0a1b2c3d-0000-4000-8000-000000000000'
const domain = { domainName: 'api.example.com', certificateArn }

/** What some settings cannot be without. */
const company: Readonly<Record<string, Given>> = {
  issuer: external,
  audience: external,
  recipientClaim: external,
  scope: external,
  domainName: domain,
  certificateArn: domain,
  monthlyBudget: { alarmEmail: 'ops@example.com' },
  backupVault: { backupCopyVault: 'arn:aws:backup:eu-central-1:210987654321:backup-vault:copies' },
  backupCopyVault: { backupVault: 'own' },
}

const parsed = (name: string, value: unknown) => (parseSettings({ ...company[name], [name]: value }) as Given)[name]

test('nothing needs to be set', () => {
  expect(parseSettings({})).toEqual({
    stackName: 'streaming-support',
    recipientClaim: 'sub',
    panel: true,
    donationPage: true,
    openChats: false,
    privateChats: false,
    streamEndDelaySeconds: 120,
    ownSystem: 'ODA',
    corsOrigins: ['*'],
    rateLimit: 200,
    burstLimit: 1000,
    webhookRateLimit: 2000,
    connectRateLimit: 400,
    logRetention: 30,
    removeData: false,
    selfSignUp: false,
    userPoolPlan: 'essentials',
    parallelizationFactor: 10,
    alarms: true,
    disableExecuteApiEndpoint: false,
    deletionProtection: false,
    platformReports: false,
    tracing: false,
    leanSdk: true,
  })
})

test('texts of the command line and values of cdk.json mean the same', () => {
  expect(parseSettings({ rateLimit: ' 50 ', removeData: 'true', leanSdk: 'false' })).toEqual(
    parseSettings({ rateLimit: 50, removeData: true, leanSdk: false }),
  )
})

test('a setting that is unknown is refused with those that are known', () => {
  expect(refusalOf({ isuer: 'https://id.example.com', rate: 1 })).toBe(
    'unknown setting isuer, rate; known are stackName, issuer, audience, recipientClaim, scope, adminClaim, adminScope, selfSignUp, userPoolPlan, callbackUrls, panel, donationPage, panelClientId, openChats, privateChats, streamEndDelaySeconds, messengerAlias, ownSystem, domainName, certificateArn, disableExecuteApiEndpoint, originDigests, corsOrigins, rateLimit, burstLimit, webhookRateLimit, connectRateLimit, logRetention, platformReports, tracing, leanSdk, webhookConcurrency, alarms, parallelizationFactor, alarmEmail, monthlyBudget, backupVault, backupCopyVault, removeData, deletionProtection, stage',
  )
})

test('all mistakes are named in one line', () => {
  expect(refusalOf({ removeData: 'yes', alarmEmail: 'nobody' })).toBe(
    'setting alarmEmail: expected an e-mail address; setting removeData: expected true or false',
  )
})

const isRetention =
  'expected one of 1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653'
const retentions = isRetention.slice('expected one of '.length).split(', ')
const label = (length: number) => 'a'.repeat(length)
/** A domain name of so many characters. */
const longName = (length: number) => `${`${label(60)}.`.repeat(4)}${label(length - 244)}`.slice(0, length)

/** Values of each setting that are taken as they are, and those that are refused with its line. */
const ranges = `
stackName: expected a stack name of at most 123 letters, digits and hyphens that begins with neither aws nor ssm
  good: a | Staging-2 | ${label(123)} | laws | xssm
  bad: ${label(124)} | my_stack | 1st | aws-tools | AWS | SSM-tools | ssm | -a | a.b | ä
issuer: expected an https URL, exactly as in the tokens
  good: https://id.example.com | https://id.example.com/realms/a/
  bad: http://id.example.com | id.example.com | https://id.example.com/?a=b | https://id.example.com/#a
  bad: https://me@id.example.com
audience: expected values separated by commas, none of them empty
  bad: a,,b | a, | ,a | a, ,b
recipientClaim: expected the name of a claim
  good: sub | custom:streamer | https://example.com/streamer | a_b-C.9 | ${label(256)}
  bad: ${label(257)} | two words | a" | !a | a!
scope: expected one scope
  good: tools | !#[]~ | ${label(128)}
  bad: ${label(129)} | two scopes | " | a\\b | ä
messengerAlias: expected one segment of a path in lower case
  good: m | max | max-2 | ${label(32)}
  bad: ${label(33)} | /max | max/ | Max | 2max | -max
domainName: expected a domain name in lower case
  good: a.io | a-1.b2.example.com | ${label(63)}.com | a.${label(63)} | ${longName(248)}
  bad: a.i | example | API.example.com | https://a.example | -a.example | a-.example | a..example
  bad: a_b.example | a.c0m | ${label(64)}.com | a.${label(64)} | ${longName(249)} | a.example. | .example
certificateArn: expected the ARN of a certificate of AWS Certificate Manager
  good: arn:aws:acm:eu-central-1:123456789012:certificate/0a1b2c3d-0000-4000-8000-000000000000
  good: arn:aws-cn:acm:cn-north-1:123456789012:certificate/a_b-C1
  bad: certificate | xarn:aws:acm:eu-central-1:123456789012:certificate/0a1b2c3d-0000-4000-8000-000000000000
  bad: arn:aws:acm:eu-central-1:123456789012:certificate/0a1b2c3d-0000-4000-8000-000000000000/
  bad: arn:aws:acm:eu-central-1:12456789012:certificate/0a1b2c3d-0000-4000-8000-000000000000
  bad: arn:aws:acm:eu-central-1:1234456789012:certificate/0a1b2c3d-0000-4000-8000-000000000000
  bad: arn:aws:iam:eu-central-1:123456789012:certificate/0a1b2c3d-0000-4000-8000-000000000000
  bad: arn:gcp:acm:eu-central-1:123456789012:certificate/0a1b2c3d-0000-4000-8000-000000000000
  bad: arn:aws2:acm:eu-central-1:123456789012:certificate/0a1b2c3d-0000-4000-8000-000000000000
  bad: arn:aws:acm:EU-central-1:123456789012:certificate/0a1b2c3d-0000-4000-8000-000000000000
corsOrigins: expected * alone, or origins such as https://app.example.com, separated by commas
  bad: https://a.example/ | a.example | ftp://a.example | https://me@a.example | https://a.example:443
  bad: *,https://a.example | https://a.example,* | *,* | https://a.example,b.example
callbackUrls: expected https URLs, or http on localhost, without a fragment, separated by commas
  bad: http://app.example.com | https://a.example/#part | https://a.example/# | app://back | back
  bad: https://me@a.example | http://localhost.example/ | https://a.example,http://b.example
backupVault: expected the name of a backup vault
  good: own | Own-vault_1
  bad: a | a b | own/vault | arn:aws:backup:eu-central-1:123456789012:backup-vault:own
backupCopyVault: expected the ARN of a backup vault
  good: arn:aws:backup:eu-central-1:210987654321:backup-vault:copies
  bad: copies | arn:aws:backup:eu-central-1:21098765432:backup-vault:copies
  bad: arn:aws:kms:eu-central-1:210987654321:backup-vault:copies
alarmEmail: expected an e-mail address
  good: ops@example.com | a@b
  bad: nobody | a@b@c | @b | a@ | a b@c | a@b c | a,b@c | a@b,c
`
  .trim()
  .split(/\n(?=\S)/)
  .map((block) => {
    const [, name = '', expected = ''] = /^(\w+): (.*)/.exec(block) ?? []
    const valuesOf = (kind: string) =>
      [...block.matchAll(new RegExp(`^  ${kind}: (.*)$`, 'gm'))].flatMap(([, values = '']) => values.split(' | '))
    return { name, expected, good: valuesOf('good'), bad: valuesOf('bad') }
  })

describe.each(ranges)('the setting $name', ({ name, good, bad, expected }) => {
  test('a good setting is taken as it is', () => {
    expect(good.map((value) => parsed(name, value))).toEqual(good)
  })

  test.each(bad)(`%j is refused`, (value) => {
    expect(refusalOf({ ...company[name], [name]: value })).toBe(`setting ${name}: ${expected}`)
  })
})

test.each([
  ['audience', 'web', ['web']],
  ['audience', ' web , mobile', ['web', 'mobile']],
  ['audience', 7, ['7']],
  ['corsOrigins', '*', ['*']],
  ['corsOrigins', 'https://a.example,http://localhost:3000', ['https://a.example', 'http://localhost:3000']],
  [
    'callbackUrls',
    'https://a.example/x?y=z,http://localhost:3000/',
    ['https://a.example/x?y=z', 'http://localhost:3000/'],
  ],
  ['callbackUrls', 'http://127.0.0.1/', ['http://127.0.0.1/']],
])('%s %j is a list', (name, value, expected) => {
  expect(parsed(name, value)).toEqual(expected)
})

test.each([
  ['rateLimit', 1, 10_000],
  ['burstLimit', 1, 5_000],
  ['webhookRateLimit', 1, 10_000],
  ['connectRateLimit', 1, 10_000],
  ['webhookConcurrency', 1, 1_000],
  ['parallelizationFactor', 1, 10],
  ['monthlyBudget', 1, 1_000_000],
])('%s is an integer from %i to %i', (name, minimum, maximum) => {
  const line = `setting ${name}: expected an integer from ${minimum} to ${maximum}`
  expect([minimum, String(maximum)].map((value) => parsed(name, value))).toEqual([minimum, maximum])
  for (const value of [minimum - 1, maximum + 1, '1.5', '-1', 'many', '1e2', '0000000001'])
    expect(refusalOf({ ...company[name], [name]: value }), `${value}`).toBe(line)
})

test('logRetention is one of the days that CloudWatch Logs accepts', () => {
  expect(retentions.map((days) => parsed('logRetention', days))).toEqual(retentions.map(Number))
  for (const days of [2, 31, 3652])
    expect(refusalOf({ logRetention: days })).toBe(`setting logRetention: ${isRetention}`)
  for (const days of [0, 3654])
    expect(refusalOf({ logRetention: days })).toContain('setting logRetention: expected an integer from 1 to 3653')
})

test.each([
  'selfSignUp',
  'openChats',
  'privateChats',
  'platformReports',
  'tracing',
  'leanSdk',
  'removeData',
  'deletionProtection',
])('%s is true or false', (name) => {
  expect(['true', 'false', true, false].map((value) => parsed(name, value))).toEqual([true, false, true, false])
  for (const value of ['yes', 'TRUE', 'untrue', 'truely', 'notfalse', 'falsely'])
    expect(refusalOf({ [name]: value })).toBe(`setting ${name}: expected true or false`)
})

test.each([null, ['a'], { a: 1 }, '', '  '])('a setting that is %j is no text', (value) => {
  expect(refusalOf({ corsOrigins: value })).toMatch(/^setting corsOrigins: (Invalid input|Too small)/)
})

const isOfPool = 'it belongs to the user pool, which is not created when an issuer is set'
const isClaim = 'access tokens of the user pool have sub and username alone; set an issuer for another claim'
const isScope = 'the user pool grants aws.cognito.signin.user.admin, or openid and email with callbackUrls'
const isGroup = 'administrators of the user pool are in its group admin; set an issuer for another claim or scope'
const callbackUrls = 'https://app.example.com/'

test.each([
  [{ issuer: external.issuer }, 'issuer: issuer and audience are set together'],
  [{ adminScope: 'news' }, `adminClaim: ${isGroup}`],
  [{ adminClaim: 'roles' }, `adminClaim: ${isGroup}`],
  [
    { ...external, adminClaim: 'roles', adminScope: 'news' },
    'adminClaim: adminClaim and adminScope exclude each other',
  ],
  [{ audience: 'a' }, 'issuer: issuer and audience are set together'],
  [{ domainName: domain.domainName }, 'domainName: domainName and certificateArn are set together'],
  [{ certificateArn }, 'domainName: domainName and certificateArn are set together'],
  [{ ...external, callbackUrls }, `callbackUrls: ${isOfPool}`],
  [{ ...external, selfSignUp: true }, `selfSignUp: ${isOfPool}`],
  [{ ...external, userPoolPlan: 'lite' }, `userPoolPlan: ${isOfPool}`],
  [{ panelClientId: 'a' }, 'panelClientId: it belongs to another issuer; the user pool has a client of its own'],
  [
    { disableExecuteApiEndpoint: true },
    'disableExecuteApiEndpoint: without a domainName the APIs would have no address',
  ],
  [{ recipientClaim: 'custom:streamer' }, `recipientClaim: ${isClaim}`],
  [{ scope: 'tools' }, `scope: ${isScope}`],
  [{ scope: 'openid' }, `scope: ${isScope}`],
  [{ scope: 'tools', callbackUrls }, `scope: ${isScope}`],
  [
    { removeData: true, deletionProtection: true },
    'deletionProtection: removeData and deletionProtection exclude each other',
  ],
  [{ backupVault: 'own' }, 'backupVault: backupVault and backupCopyVault are set together'],
  [{ monthlyBudget: 20 }, 'monthlyBudget: a budget needs alarmEmail, the address of its warnings'],
])('the settings %j contradict each other', (given, line) => {
  expect(refusalOf(given)).toBe(`setting ${line}`)
})

test.each<Given>([
  external,
  domain,
  { callbackUrls },
  { selfSignUp: true },
  { ...external, selfSignUp: false },
  { recipientClaim: 'username' },
  { ...external, recipientClaim: 'custom:streamer' },
  { scope: 'aws.cognito.signin.user.admin' },
  { scope: 'openid', callbackUrls },
  { scope: 'email', callbackUrls },
  { scope: 'aws.cognito.signin.user.admin', callbackUrls },
  { ...external, scope: 'tools' },
  { removeData: true },
  { deletionProtection: true },
  { alarmEmail: 'ops@example.com', monthlyBudget: 20 },
])('the settings %j go together', (given) => {
  expect(Object.keys(parseSettings(given))).toEqual(expect.arrayContaining(Object.keys(given)))
})

test.each(['Kick', 'vklive', 'DonationAlerts', 'Stripe', 'x'.repeat(65)])(
  'the system of own gateways is not named %s',
  (ownSystem) => {
    expect(() => parseSettings({ ownSystem })).toThrow(/^setting ownSystem: expected a name/)
  },
)
