import { Stack, Validations } from 'aws-cdk-lib'
import type { IConstruct } from 'constructs'

/** The rules of cdk-nag's AwsSolutions pack that the deployment does not follow, and why. */
const reasons = {
  'AwsSolutions-APIG1':
    'Access logs of a WebSocket API need an account-wide role that no single stack should own; its functions log every connection.',
  'AwsSolutions-IAM5':
    'Object keys and connection ids exist only at run time, and the deployer chooses the names of bots, so a role names their prefix. Traces have no ARN.',
  'AwsSolutions-COG2':
    'Recipients may turn on time-based one-time passwords; requiring them would lock streamers out who have a password only.',
  'AwsSolutions-COG8':
    "Threat protection is the Plus plan's, $0.02 a user and month; sign-in is limited to SRP and the issuer is a setting.",
  'AwsSolutions-APIG4':
    'A public operation has no bearer token by design: it verifies a signature or a one-time code, or answers with no data of a recipient.',
} as const

/** @param finding the finding to acknowledge, for a rule that reports several (`[Resource::…]`) */
export const acknowledge = (scope: IConstruct, rule: keyof typeof reasons, finding = ''): void =>
  Validations.of(scope).acknowledge({ id: `AwsSolutions::${rule}${finding}`, reason: reasons[rule] })

interface Intrinsic {
  readonly Ref?: string
  readonly 'Fn::GetAtt'?: readonly [string, string]
  readonly 'Fn::Join'?: readonly [string, readonly unknown[]]
  readonly 'Fn::ImportValue'?: string
}

/** A resource as cdk-nag writes it in its findings: `<printsBucket.Arn>/prints/*`. */
const findingText = (resource: unknown): string => {
  if (typeof resource === 'string') return resource
  const { Ref: reference, 'Fn::GetAtt': attribute, 'Fn::Join': join, 'Fn::ImportValue': name } = resource as Intrinsic
  if (name !== undefined) return name
  if (join !== undefined) return join[1].map(findingText).join(join[0])
  return `<${reference ?? attribute?.join('.')}>`
}

/** Acknowledges each resource that a role's policy names by a prefix, so that any other wildcard is still reported. */
export const acknowledgePrefixes = (role: IConstruct, resources: readonly string[]): void => {
  const texts = resources.map((resource) => findingText(Stack.of(role).resolve(resource)))
  for (const text of new Set(texts.filter((resource) => resource === '*' || resource.endsWith('/*'))))
    acknowledge(role, 'AwsSolutions-IAM5', `[Resource::${text}]`)
}
