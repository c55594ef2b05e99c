/** A mistake in the command line: what was given, and what was expected. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
