import type { SealedTable } from '../../contract/resources.ts'

/**
 * The fields with ciphertexts, `<table>.<attribute>`, each with the member of its encryption context that names its
 * item. The context has the recipient and the field too. What is stored opens with the context that it was sealed with,
 * so a line never changes; a new secret is a new line.
 */
export const sealedFields = {
  'tokens.refreshToken': 'tokenId',
  'tokens.accessToken': 'tokenId',
  'gateways.secret': 'credentialId',
  'gateways.token': 'credentialId',
  'oneTimeCodes.refreshToken': 'codeHash',
  'chats.webhook': 'chat',
  'endpoints.secret': 'endpointId',
} as const satisfies Readonly<Record<`${SealedTable}.${string}`, string>>

export type SealedField = keyof typeof sealedFields

/**
 * The place to which a ciphertext is bound, which is not secret: its item, such as `{ recipientId, tokenId }`, and its
 * field. A function's role may decrypt the fields of the tables that its `access` names.
 */
export type EncryptionContext = {
  [Field in SealedField]: { readonly recipientId: string; readonly field: Field } & {
    readonly [Member in (typeof sealedFields)[Field]]: string
  }
}[SealedField]

/** The context that a former release gave the same place. It has the same `field`, by which roles are allowed. */
type EarlierContext = (context: EncryptionContext) => Readonly<Record<string, string>>

export type EarlierContexts = { readonly [Field in SealedField]?: readonly EarlierContext[] }

/**
 * The contexts of former releases, newest first; none since 1.0.0. A function that opens a secret of such a field, and
 * gives its cipher a `renew`, needs `Encrypt` in its `access`.
 */
export const earlierContexts: EarlierContexts = {}
