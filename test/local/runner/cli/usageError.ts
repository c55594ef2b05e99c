/** A mistake in the command line. The message names the given and the expected value. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
