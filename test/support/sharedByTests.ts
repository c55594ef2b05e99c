import { afterAll } from 'vitest'

/** Starts an environment that the tests of a file share, and stops it after them. */
export const sharedByTests = async <Started extends { stop(): unknown }>(
  starting: Promise<Started>,
): Promise<Started> => {
  const started = await starting
  afterAll(() => started.stop())
  return started
}
