import { type Settings, SettingsError } from './settings.ts'

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
