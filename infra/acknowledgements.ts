import { Validations } from 'aws-cdk-lib'
import type { IConstruct } from 'constructs'

/** The rules of cdk-nag's AwsSolutions pack that the deployment knowingly departs from, and why. */
const reasons = {
  'AwsSolutions-S1':
    'The bucket holds derived files that expire within days and are read through presigned links; the API logs who asked for one.',
  'AwsSolutions-IAM5':
    'Object keys are made at run time, so a role names the prefix that it works in; the bucket has no other prefix.',
  'AwsSolutions-COG2':
    'Recipients may turn on time-based one-time passwords; requiring them would lock streamers out who have a password only.',
  'AwsSolutions-COG8':
    "Threat protection is the Plus plan's, $0.02 a user and month; sign-in is limited to SRP and the issuer is a setting.",
  'AwsSolutions-APIG4':
    'An operation declared public has no bearer token by design: it verifies a signature or a one-time code, or tells nothing of anybody.',
} as const

/** @param finding what the rule found, where it reports several (`[Resource::…]`) */
export const acknowledge = (scope: IConstruct, rule: keyof typeof reasons, finding = ''): void =>
  Validations.of(scope).acknowledge({ id: `AwsSolutions::${rule}${finding}`, reason: reasons[rule] })
