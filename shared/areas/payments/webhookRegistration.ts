import type { GivenKey } from './keyCheck.ts'

/** A webhook as its gateway lists it. */
export interface ListedWebhook {
  readonly id: string
  readonly url: string
  /** Whether it was registered for the credential. */
  readonly isOwn: boolean
  readonly isEnabled: boolean
  /** Whether it is enabled, with all events that are read. */
  readonly isWhole: boolean
}

/** The credential that webhooks are for, and its address. */
export interface WebhookTarget {
  readonly credentialId: string
  readonly url: string
}

/**
 * The webhooks of the account that a key is of.
 *
 * @throws RightMissing, or Problem of the connection
 */
export interface AccountWebhooks {
  list(target: WebhookTarget): Promise<readonly ListedWebhook[]>
  /** The secret is undefined where the gateway keeps it, or has none. */
  create(target: WebhookTarget): Promise<{ readonly id: string; readonly secret?: string | undefined }>
  /** Sends all events that are read to the address. */
  change(id: string, url: string): Promise<void>
  remove(id: string): Promise<void>
}

/** A gateway that registers webhooks by request. */
export interface WebhookRegistry {
  /** What verifies a webhook: a secret, which only the answer to its creation contains, or the webhook's id. */
  readonly proof: 'secret' | 'id'
  /** Undefined where the settings do not say whose key it is. */
  open(key: GivenKey): Promise<AccountWebhooks | undefined>
}

/** The gateways that register webhooks, by the name of a credential's gateway. */
export type WebhookRegistries = Readonly<Record<'stripe' | 'paypal', WebhookRegistry>>

export const registryOf = (registries: WebhookRegistries, gateway: string): WebhookRegistry | undefined =>
  Object.hasOwn(registries, gateway) ? registries[gateway as keyof WebhookRegistries] : undefined

/** The key may not register webhooks. */
export class RightMissing extends Error {
  override readonly name = 'RightMissing'
  /** As the gateway's own page names it. */
  readonly right: string

  constructor(right: string) {
    super(`the key lacks the right ${right}`)
    this.right = right
  }
}

/** A webhook that brings events to the credential. */
export interface Registration {
  /** Its id, where it was registered for the credential. */
  readonly endpoint?: string
  /** The secret of a new one. */
  readonly secret?: string | undefined
  /** Former ones, whose secrets nobody knows. */
  readonly obsolete?: readonly string[]
}

interface Known {
  /** The webhook that was registered for the credential before. */
  readonly endpoint: string | undefined
  /** What the owner has typed: the webhook's id, or a secret, which is not told. */
  readonly typed: { readonly id?: string } | undefined
}

/**
 * Sees to one webhook of the credential at its gateway, whatever an earlier attempt has left there. What the owner has
 * made or typed is never changed or replaced. A webhook whose secret nobody knows gives way to a new one only if it
 * names the credential: its deliveries could not be verified anyway.
 *
 * @returns undefined where the owner has to register it
 */
export const registration = async (
  proof: WebhookRegistry['proof'],
  webhooks: AccountWebhooks,
  target: WebhookTarget,
  { endpoint, typed }: Known,
): Promise<Registration | undefined> => {
  const all = await webhooks.list(target)
  const there = all.filter(({ url }) => url === target.url)
  if (typed !== undefined) {
    const { id: typedId } = typed
    return there.some(({ id, isEnabled }) => isEnabled && (typedId ?? id) === id) ? {} : undefined
  }
  const own = all.filter(({ isOwn }) => isOwn)
  const kept = all.find(({ id }) => id === endpoint) ?? (proof === 'id' ? own[0] : undefined)
  if (kept !== undefined) {
    if (kept.url !== target.url || !kept.isWhole) await webhooks.change(kept.id, target.url)
    return { endpoint: kept.id }
  }
  if (there.some(({ isOwn }) => !isOwn)) return undefined
  const { id, secret } = await webhooks.create(target)
  if (proof === 'secret' && secret === undefined) {
    await webhooks.remove(id)
    return undefined
  }
  return { endpoint: id, secret, obsolete: own.map((each) => each.id) }
}
