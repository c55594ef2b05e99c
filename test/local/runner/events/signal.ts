export type Signal = ReturnType<typeof createSignal>

/** A version that changes now and then, and can be waited for. */
export const createSignal = () => {
  let version = 0
  let next = Promise.withResolvers<void>()
  return {
    /** Read it before looking at what may change, and pass it to `after`. */
    get version() {
      return version
    },
    notify() {
      version++
      next.resolve()
      next = Promise.withResolvers()
    },
    /** Resolves once the version differs from the given one. */
    async after(seen: number) {
      while (version === seen) await next.promise
    },
  }
}
