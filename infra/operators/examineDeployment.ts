import { dataStackName, type Settings } from '../settings.ts'
import type { AwsCli, Finding } from './awsCli.ts'
import { keepsEverything } from './stackPolicy.ts'

type Query = (...options: readonly string[]) => ReturnType<AwsCli>

export interface ExaminedDeployment {
  readonly query: Query
  readonly region: string
  readonly settings: Pick<
    Settings,
    'stackName' | 'burstLimit' | 'certificateArn' | 'alarmEmail' | 'deletionProtection' | 'removeData'
  >
  /** The number of roles that a deployment has: one for each function, and those of the gateways. */
  readonly roles: number
}

/** "Throttle burst rate" of API Gateway. Only AWS can raise it, together with the rate. */
const burstQuota = ['--service-code', 'apigateway', '--quota-code', 'L-CDF5615A', '--query', 'Quota.Value'] as const

const examineBurst = async ({ query, settings }: ExaminedDeployment): Promise<Finding> => {
  const subject = 'Burst'
  const quota = Number(await query('service-quotas', 'get-service-quota', ...burstQuota))
  if (Number.isNaN(quota))
    return { subject, state: 'optional', text: 'unknown: servicequotas:GetServiceQuota is not allowed' }
  const text = `API Gateway takes ${quota} requests at once`
  if (quota >= settings.burstLimit) return { subject, state: 'good', text }
  return { subject, state: 'missing', text: `${text}: set burstLimit to ${quota}, or ask AWS for more` }
}

const examineRoles = async ({ query, roles }: ExaminedDeployment, isThere: boolean): Promise<Finding> => {
  const subject = 'Roles'
  const answer = await query('iam', 'get-account-summary', '--query', 'SummaryMap.[Roles,RolesQuota]')
  const [used, quota] = (answer ?? '').split(/\s+/).map(Number)
  if (used === undefined || quota === undefined)
    return { subject, state: 'optional', text: 'unknown: iam:GetAccountSummary is not allowed' }
  const text = `${used} of ${quota} roles are used, and a deployment has ${roles}`
  if (isThere || used + roles <= quota) return { subject, state: 'good', text }
  return { subject, state: 'missing', text: `${text}: raise the quota: Service Quotas, IAM, "Roles per account"` }
}

const examineCertificate = async ({ query, region }: ExaminedDeployment, arn: string): Promise<Finding> => {
  const subject = 'Certificate'
  const certified = arn.split(':')[3]
  if (certified !== region)
    return { subject, state: 'missing', text: `it is in ${certified}, the deployment in ${region}` }
  const status = await query('acm', 'describe-certificate', '--certificate-arn', arn, '--query', 'Certificate.Status')
  if (status === 'ISSUED') return { subject, state: 'good', text: 'issued' }
  return { subject, state: 'missing', text: `${status ?? 'unknown'}: add the CNAME records that ACM names, and wait` }
}

const examineAlarmMail = async ({ query }: ExaminedDeployment, topic: string, address: string): Promise<Finding> => {
  const subject = 'Alarm mail'
  const filter = `Subscriptions[?Endpoint=='${address}'].SubscriptionArn`
  const subscription = await query('sns', 'list-subscriptions-by-topic', '--topic-arn', topic, '--query', filter)
  if (subscription?.startsWith('arn:')) return { subject, state: 'good', text: `${address} has confirmed` }
  const text = `${address} has not confirmed: follow the link in the mail of AWS Notifications`
  return { subject, state: 'missing', text }
}

const examineProtection = async ({ query, settings }: ExaminedDeployment): Promise<Finding> => {
  const subject = 'Deletion'
  const { deletionProtection } = settings
  const stackName = dataStackName(settings.stackName)
  const data = ['--stack-name', stackName, '--query', 'Stacks[0].EnableTerminationProtection']
  const isProtected = /^true$/i.test((await query('cloudformation', 'describe-stacks', ...data)) ?? '')
  if (!isProtected)
    return { subject, state: 'missing', text: `the stack ${stackName} has lost its termination protection` }
  if (deletionProtection) return { subject, state: 'good', text: 'the data stack and its tables are protected' }
  return { subject, state: 'optional', text: 'the data stack is protected, single tables are not: deletionProtection' }
}

const examineStackPolicy = async ({ query, settings }: ExaminedDeployment): Promise<Finding> => {
  const subject = 'Stack policy'
  const stackName = dataStackName(settings.stackName)
  const body = await query(
    'cloudformation',
    'get-stack-policy',
    '--stack-name',
    stackName,
    '--query',
    'StackPolicyBody',
  )
  if (body?.startsWith('{') && keepsEverything(body))
    return { subject, state: 'good', text: 'no update of the data stack replaces or removes data' }
  const found = body?.startsWith('{') ? 'another' : 'none'
  return { subject, state: 'missing', text: `the stack ${stackName} has ${found}: npm run setup -- --aws` }
}

const outputQuery = (output: string): string => `Stacks[0].Outputs[?OutputKey=='${output}'].OutputValue`

/** The needs of a deployment with these settings that the account does not meet, and the gaps of a deployed one. */
export const examineDeployment = async (deployment: ExaminedDeployment): Promise<readonly Finding[]> => {
  const { query, settings } = deployment
  const { stackName, certificateArn, alarmEmail, removeData } = settings
  const outputOf = (name: string): Promise<string | undefined> =>
    query('cloudformation', 'describe-stacks', '--stack-name', stackName, '--query', outputQuery(name))
  const isDeployed = (await outputOf('ApiUrl')) !== undefined
  const topic = alarmEmail === undefined || !isDeployed ? undefined : await outputOf('AlarmTopic')
  return Promise.all([
    examineBurst(deployment),
    examineRoles(deployment, isDeployed),
    ...(certificateArn === undefined ? [] : [examineCertificate(deployment, certificateArn)]),
    ...(alarmEmail === undefined || topic === undefined ? [] : [examineAlarmMail(deployment, topic, alarmEmail)]),
    ...(removeData || !isDeployed ? [] : [examineProtection(deployment), examineStackPolicy(deployment)]),
  ])
}
