/** A version that changes now and then, and can be waited for. */
export interface Signal {
  /** Read it before looking at what may change, and pass it to `after`. */
  readonly version: number
  notify(): void
  /** Resolves once the version differs from the given one. */
  after(version: number): Promise<void>
}

export const createSignal = (): Signal => {
  let version = 0
  let next = Promise.withResolvers<void>()
  return {
    get version() {
      return version
    },
    notify() {
      version++
      next.resolve()
      next = Promise.withResolvers()
    },
    async after(seen) {
      while (version === seen) await next.promise
    },
  }
}
