/** Every client of the service is given its retry strategy; the adaptive one slows all callers of an environment down. */
export class AdaptiveRetryStrategy {
  constructor() {
    throw new Error('the adaptive retry mode is not part of this bundle')
  }
}
