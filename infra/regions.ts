import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { type Settings, SettingsError } from './settings.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The region that the CDK's command line takes, without a word, when nobody has named one. */
const silentRegion = 'us-east-1'

/** The variables and files that name a region for the CDK's command line. */
const variables = ['AWS_REGION', 'AMAZON_REGION', 'AWS_DEFAULT_REGION', 'AMAZON_DEFAULT_REGION']
const filesOf = ({ AWS_CONFIG_FILE, AWS_SHARED_CREDENTIALS_FILE }: Environment): readonly string[] => [
  AWS_CONFIG_FILE ?? join(homedir(), '.aws', 'config'),
  AWS_SHARED_CREDENTIALS_FILE ?? join(homedir(), '.aws', 'credentials'),
]

/**
 * @param region the one that the CDK's command line gives; without it, nothing is about to be deployed
 * @throws SettingsError for a region that nobody has named: the data of donors would stay there
 */
export const refuseSilentRegion = (region: string | undefined, environment: Environment): void => {
  if (region !== silentRegion || variables.some((name) => environment[name])) return
  const isNamed = filesOf(environment).some(
    (file) => existsSync(file) && /^\s*region\s*=\s*us-east-1\s*$/m.test(readFileSync(file, 'utf8')),
  )
  if (isNamed) return
  throw new SettingsError(
    `No region is named, and the CDK would take ${silentRegion}: set AWS_REGION to where donations are to be kept`,
  )
}

/** Regions whose CloudFormation has no `AWS::Budgets::Budget`, by E3006 of cfn-lint 1.58. */
const withoutBudgets =
  /^(af-south-1|ap-(east-[12]|northeast-3|south-2|southeast-[3-7])|ca-west-1|cn-.+|eu-(central-2|north-1|south-[12])|il-central-1|me-central-1|mx-central-1|us-gov-.+)$/

/** CloudFormation in China has no Cognito user pools. */
const withoutUserPools = /^cn-/

/** @throws SettingsError for a setting that the region cannot fulfil, before CloudFormation fails half way */
export const refuseForRegion = ({ issuer, monthlyBudget, certificateArn }: Settings, region: string): void => {
  const certified = certificateArn?.split(':')[3] ?? region
  if (certified !== region)
    throw new SettingsError(`setting certificateArn: the certificate is in ${certified}, the deployment in ${region}`)
  if (issuer === undefined && withoutUserPools.test(region))
    throw new SettingsError(`${region} has no Cognito user pools: set issuer and audience`)
  if (monthlyBudget !== undefined && withoutBudgets.test(region))
    throw new SettingsError(
      `setting monthlyBudget: CloudFormation in ${region} has no budgets; make one in the console`,
    )
}
