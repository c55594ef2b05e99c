import type fc from 'fast-check'
import type { TestRequest } from '../../support/httpEvent.ts'
import type { Answer } from '../../support/operationCaller.ts'

/** Calls operations as one tenant. */
export interface Client {
  readonly recipient: string
  readonly ask: (operation: string, request?: TestRequest) => Promise<Answer>
  /** How many deliveries the tenant's overlays were given, in the order of their sequences. */
  readonly deliveries: () => Promise<readonly number[]>
  /** The gateways whose legal offer the tenant's page has followed, and whose records no action has looked at since. */
  readonly offers: string[]
}

/** Something that a tenant does. It asks the service, changes the model alike, and compares the answers. */
export interface Action<State> {
  readonly name: string
  readonly run: (client: Client, own: State, other: State) => Promise<void>
}

/** A part of the service beside a simple model of it. */
export interface Area<State> {
  readonly begin: () => State
  readonly actions: readonly fc.Arbitrary<Action<State>>[]
  /** Compares all that the service shows of the area with the model. */
  readonly verify: (client: Client, own: State) => Promise<void>
}

/** Which thing an action is about: one of the tenant's own, of the other tenant's, or none. */
export interface Choice {
  readonly of: 'own' | 'other' | 'nobody'
  readonly index: number
}

export const unknownId = '01936a3e-7d5f-7c3a-8f5e-0d1c2b3a4f5e'

/** The chosen one of the tenant's own things; undefined when the choice is another one's, or there is nothing to choose from. */
export const chosen = <Thing>({ of, index }: Choice, own: readonly Thing[]): Thing | undefined =>
  of === 'own' ? own[index % own.length] : undefined

/** The id of what was chosen, whoever owns it. */
export const chosenId = (choice: Choice, own: readonly { id: string }[], other: readonly { id: string }[]): string => {
  const things = { own, other, nobody: [] }[choice.of]
  return things[choice.index % things.length]?.id ?? unknownId
}
