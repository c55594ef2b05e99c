import { parseSettings } from '../../../infra/settings.ts'

type Context = Readonly<Record<string, unknown>>

/** A value for every setting that is not its default, with what it cannot be without. */
export const settingValues: Readonly<Record<string, Context>> = {
  stackName: { stackName: 'staging' },
  issuer: { issuer: 'https://id.example.com', audience: 'tools,web' },
  recipientClaim: { recipientClaim: 'username' },
  adminClaim: { adminClaim: 'roles', issuer: 'https://id.example.com', audience: 'tools,web' },
  adminScope: { adminScope: 'news', issuer: 'https://id.example.com', audience: 'tools,web' },
  scope: { scope: 'aws.cognito.signin.user.admin' },
  selfSignUp: { selfSignUp: true },
  userPoolPlan: { userPoolPlan: 'lite' },
  callbackUrls: { callbackUrls: 'https://app.example.com/' },
  domainName: {
    domainName: 'api.example.com',
    certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/0a1b2c3d-0000-4000-8000-000000000000',
  },
  disableExecuteApiEndpoint: {
    disableExecuteApiEndpoint: true,
    domainName: 'api.example.com',
    certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/0a1b2c3d-0000-4000-8000-000000000000',
  },
  originDigests: {
    originDigests: 'a'.repeat(64),
    disableExecuteApiEndpoint: true,
    domainName: 'api.example.com',
    certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/0a1b2c3d-0000-4000-8000-000000000000',
  },
  panel: { panel: false },
  donationPage: { donationPage: false },
  panelClientId: { panelClientId: 'panel', issuer: 'https://id.example.com', audience: 'tools,web' },
  openChats: { openChats: true },
  privateChats: { privateChats: true },
  streamEndDelaySeconds: { streamEndDelaySeconds: 1 },
  messengerAlias: { messengerAlias: 'max' },
  ownSystem: { ownSystem: 'Tips' },
  corsOrigins: { corsOrigins: 'https://a.example,https://b.example' },
  rateLimit: { rateLimit: 20 },
  burstLimit: { burstLimit: 40 },
  webhookRateLimit: { webhookRateLimit: 400 },
  connectRateLimit: { connectRateLimit: 100 },
  logRetention: { logRetention: 7 },
  platformReports: { platformReports: true },
  tracing: { tracing: true },
  leanSdk: { leanSdk: false },
  webhookConcurrency: { webhookConcurrency: 20 },
  parallelizationFactor: { parallelizationFactor: 1 },
  alarms: { alarms: false },
  alarmEmail: { alarmEmail: 'ops@example.com' },
  monthlyBudget: { monthlyBudget: 20, alarmEmail: 'ops@example.com' },
  backupVault: { backupVault: 'own', backupCopyVault: 'arn:aws:backup:us-east-1:210987654321:backup-vault:copies' },
  backupCopyVault: { backupVault: 'own', backupCopyVault: 'arn:aws:backup:us-east-1:210987654321:backup-vault:copies' },
  removeData: { removeData: true },
  deletionProtection: { deletionProtection: true },
}

export const contextOf = (names: readonly string[]): Context =>
  Object.assign({}, ...names.map((name) => settingValues[name]))

/** Whether settings may be set together. */
export const areCompatible = (names: readonly string[]): boolean => {
  try {
    parseSettings(contextOf(names))
    return true
  } catch {
    return false
  }
}

/** What one deployment has to have and not to have. */
interface Need {
  readonly on: readonly string[]
  readonly off: readonly string[]
}

/** Every two settings that may be set together, and every one without each other one. */
const needsOf = (names: readonly string[]): readonly Need[] =>
  names.flatMap((first) =>
    names
      .filter((second) => first !== second)
      .flatMap((second) => [
        ...(first < second && areCompatible([first, second]) ? [{ on: [first, second], off: [] }] : []),
        { on: [first], off: [second] },
      ]),
  )

/** As few deployments as a greedy search finds that meet all needs: each is the settings that it sets. */
export const settingCases = (): readonly (readonly string[])[] => {
  const cases: string[][] = [[]]
  let needs = needsOf(Object.keys(settingValues))
  while (needs.length > 0) {
    const on = new Set<string>()
    const off = new Set<string>()
    for (const need of needs) {
      const collides = need.on.some((name) => off.has(name)) || need.off.some((name) => on.has(name))
      if (collides || !areCompatible([...on, ...need.on])) continue
      for (const name of need.on) on.add(name)
      for (const name of need.off) off.add(name)
    }
    needs = needs.filter((need) => !(need.on.every((name) => on.has(name)) && need.off.every((name) => !on.has(name))))
    cases.push([...on])
  }
  return cases
}

/** Every setting that fits those of a user pool, with which there are the most resources. */
export const everySetting = contextOf(
  Object.keys(settingValues).filter(
    (name) => !/^(issuer|admin|panel|donationPage|alarms|deletionProtection|stackName)/.test(name),
  ),
)
