/** The event of a webhook was taken before. */
export class RepeatedEvent extends Error {
  override readonly name = 'RepeatedEvent'
}
