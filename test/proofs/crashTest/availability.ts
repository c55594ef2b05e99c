import { tokenOf } from '../../local/demo/recipientClient.ts'

/** A running API, until it is killed. */
export interface Address {
  readonly api: string
  /** The DynamoDB engine, past every permission. */
  readonly dynamodb: string
  /** An access token of the recipient. */
  tokenOf(recipient: string): Promise<string>
}

/** Tells clients where the API is, while it is anywhere. */
export interface Availability {
  /** Waits while there is none. */
  current(): Promise<Address>
  isUp(address: Address): boolean
  up(address: Address): void
  down(): void
}

export const createAvailability = (): Availability => {
  let waiting = Promise.withResolvers<Address>()
  let running: Address | undefined
  return {
    current: () => waiting.promise,
    isUp: (address) => running === address,
    up(address) {
      running = address
      waiting.resolve(address)
    },
    down() {
      if (running === undefined) return
      running = undefined
      waiting = Promise.withResolvers<Address>()
    },
  }
}

/** Gets access tokens from the API's issuer, one a recipient. */
export const tokensOf = (issuer: string): Address['tokenOf'] => {
  const tokens = new Map<string, Promise<string>>()
  return (recipient) => {
    const token = tokens.get(recipient) ?? tokenOf(issuer, recipient)
    tokens.set(recipient, token)
    return token
  }
}
