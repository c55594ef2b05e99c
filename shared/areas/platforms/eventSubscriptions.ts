/** A subscription of the deployment to one kind of events of an account. */
export interface EventSubscription {
  readonly id: string
  readonly accountId: string
  /** The platform's name of the events. */
  readonly event: string
  /** `pending` until this deployment has proved that it accepts the events; an `ended` one brings none. */
  readonly state: 'active' | 'pending' | 'ended'
}

/** A platform that sends only events that were subscribed to: the port that its adapter fills. */
export interface EventSubscriptions {
  /** The events to which an account is subscribed whose owner has granted these scopes. */
  events(granted: readonly string[]): readonly string[]
  /** The deployment's subscriptions to events of an account, or of all accounts. */
  list(accountId?: string): Promise<readonly EventSubscription[]>
  /** Subscribes. A platform that already has the subscription keeps it. */
  add(accountId: string, event: string): Promise<'active' | 'pending'>
  /** Unsubscribes. A subscription that is already gone is not an error. */
  remove(id: string): Promise<void>
}
