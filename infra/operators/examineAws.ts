import type { Settings } from '../settings.ts'
import type { AwsCli, Finding } from './awsCli.ts'
import { examineDeployment } from './examineDeployment.ts'

/** The deployment needs the resources of `cdk bootstrap` at this version. */
const bootstrapVersion = 6

/** Invocations at a time: below, a batch of each worker and a few requests are throttled. */
const enoughConcurrency = 100

/** Lambda leaves at least this many executions to functions that reserve none. */
const unreservedConcurrency = 100

const examineCli = (version: string | undefined): Finding => {
  const subject = 'AWS CLI'
  if (version === undefined) return { subject, state: 'missing', text: 'none on the PATH: install version 2' }
  if (!version.startsWith('aws-cli/2.'))
    return { subject, state: 'missing', text: `${version.split(' ')[0]}: version 2 is needed` }
  return { subject, state: 'good', text: version.split(' ')[0] ?? '' }
}

const examineAccount = (identity: string | undefined): Finding =>
  identity === undefined
    ? {
        subject: 'Account',
        state: 'missing',
        text: 'no valid credentials: aws configure, aws sso login or AWS_PROFILE',
      }
    : { subject: 'Account', state: 'good', text: identity }

const examineRegion = (region: string | undefined): Finding =>
  region === undefined
    ? { subject: 'Region', state: 'missing', text: 'none: set AWS_REGION, or aws configure set region' }
    : { subject: 'Region', state: 'good', text: region }

const examineBootstrap = (version: string | undefined): Finding =>
  Number(version) >= bootstrapVersion
    ? { subject: 'CDK bootstrap', state: 'good', text: `version ${version}` }
    : {
        subject: 'CDK bootstrap',
        state: 'missing',
        text: `${version === undefined ? 'none' : `version ${version}`} in this region: npx cdk bootstrap`,
      }

const examineConcurrency = (quota: number, webhookConcurrency: number, webhooks: number): Finding => {
  const subject = 'Concurrency'
  const text = `${quota} functions run at a time`
  const raise = 'raise the quota: Service Quotas, AWS Lambda, "Concurrent executions"'
  const reserved = webhookConcurrency * webhooks
  if (Number.isNaN(quota))
    return { subject, state: 'optional', text: 'unknown: lambda:GetAccountSettings is not allowed' }
  if (reserved > 0 && quota - reserved < unreservedConcurrency)
    return {
      subject,
      state: 'missing',
      text: `${text}, and webhookConcurrency keeps ${reserved} of them where ${unreservedConcurrency} have to be left: ${raise}`,
    }
  if (quota < enoughConcurrency)
    return { subject, state: 'optional', text: `${text}, which is few: set parallelizationFactor to 1, and ${raise}` }
  return { subject, state: 'good', text }
}

/** The numbers of a deployment that quotas are compared with. */
export interface DeploymentSize {
  /** The functions that `webhookConcurrency` is kept for. */
  readonly webhooks: number
  readonly roles: number
}

/** The gaps and limits of account and region for a deployment with these settings. Only reads. */
export const examineAws = async (
  aws: AwsCli,
  environment: { readonly AWS_REGION?: string; readonly AWS_DEFAULT_REGION?: string },
  settings: Settings,
  { webhooks, roles }: DeploymentSize,
): Promise<readonly Finding[]> => {
  const { webhookConcurrency = 0, selfSignUp } = settings
  const cli = examineCli(await aws('--version'))
  if (cli.state === 'missing') return [cli]
  const query = (...options: readonly string[]) => aws(...options, '--output', 'text')
  const [identity, region] = await Promise.all([
    query('sts', 'get-caller-identity', '--query', 'Arn'),
    environment.AWS_REGION ?? environment.AWS_DEFAULT_REGION ?? query('configure', 'get', 'region'),
  ])
  const found = [cli, examineAccount(identity), examineRegion(region)]
  if (identity === undefined || region === undefined) return found
  const [bootstrap, quota] = await Promise.all([
    query('ssm', 'get-parameter', '--name', '/cdk-bootstrap/hnb659fds/version', '--query', 'Parameter.Value'),
    query('lambda', 'get-account-settings', '--query', 'AccountLimit.ConcurrentExecutions'),
  ])
  return [
    ...found,
    examineBootstrap(bootstrap),
    examineConcurrency(Number(quota), webhookConcurrency, webhooks),
    ...(selfSignUp
      ? [{ subject: 'Sign-up', state: 'optional' as const, text: 'Cognito itself mails 50 codes a day' }]
      : []),
    ...(await examineDeployment({ query, region, settings, roles })),
  ]
}
