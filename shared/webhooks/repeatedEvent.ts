/** The event of a webhook was accepted before. */
export class RepeatedEvent extends Error {
  override readonly name = 'RepeatedEvent'
}
