import { Duration } from 'aws-cdk-lib'
import { Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms'
import type { Construct } from 'constructs'
import { type KeyName, keys } from '../shared/contract/resources.ts'
import { exported, removalPolicyOf } from './storage.ts'

/** The exports of KMS keys, by the names that an operation's `access` uses after `key:`. */
export type Keys = Readonly<Record<KeyName, { readonly keyArn: string }>>

const kinds = {
  symmetric: { enableKeyRotation: true },
  hmac: { keySpec: KeySpec.HMAC_256, keyUsage: KeyUsage.GENERATE_VERIFY_MAC },
} as const

/** Creates every key of the contract. Data cannot be decrypted without its key, so keys are kept as long as data. */
export const addKeys = (scope: Construct, { removeData }: { readonly removeData: boolean }): Keys => {
  const created = Object.entries(keys).map(([name, { kind }]) => {
    const { keyArn } = new Key(scope, `${name}Key`, {
      ...kinds[kind],
      description: `Streaming support service: ${name}`,
      pendingWindow: Duration.days(7),
      removalPolicy: removalPolicyOf(removeData),
    })
    return [name, { keyArn: exported(scope, keyArn) }]
  })
  return Object.fromEntries(created) as Keys
}
