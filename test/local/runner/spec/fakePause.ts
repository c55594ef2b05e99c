/** Stands in for `node:timers/promises` where a test advances the timers: those of Vitest are the global ones. */
export const setTimeout = <T>(
  milliseconds: number,
  value?: T,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<T | undefined> =>
  new Promise((resolve, reject) => {
    const timer = globalThis.setTimeout(resolve, milliseconds, value)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
