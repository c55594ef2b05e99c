/** Something that changes now and then, and those who wait for it to. */
export interface Signal {
  /** To be read before looking at what may change, and handed to `after`. */
  readonly version: number
  notify(): void
  /** Resolves once the version is another. */
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
