/** A part of a credential, as the interface names it. */
export type CredentialPart = 'secret' | 'token' | 'clientId' | 'webhookId' | 'shopId'

/** What the webhooks of gateways of their own format need; of the parts in one list, any one will do. */
const neededParts: ReadonlyMap<string, readonly (readonly CredentialPart[])[]> = new Map([
  ['stripe', [['secret']]],
  ['kofi', [['secret', 'token']]],
  ['yookassa', [['shopId'], ['token']]],
  ['paypal', [['clientId'], ['token'], ['webhookId']]],
])

/** A stored credential; whatever is not there is undefined. */
interface StoredParts {
  readonly gateway: string
  readonly settings: Readonly<Record<string, unknown>>
  readonly secret: unknown
  readonly token: unknown
}

/** The parts that a credential lacks; a bridge lacks none, and so does one of PayPal without an app. */
export const missingParts = ({ gateway, settings, secret, token }: StoredParts): CredentialPart[] => {
  if (gateway === 'paypal' && !('clientId' in settings)) return []
  const values = { ...settings, secret, token } as Readonly<Record<string, unknown>>
  const isThere = (part: CredentialPart): boolean => values[part] !== undefined && values[part] !== ''
  return (neededParts.get(gateway) ?? []).filter((anyOf) => !anyOf.some(isThere)).flatMap(([first]) => first ?? [])
}
