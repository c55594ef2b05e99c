export interface StopSignal {
  readonly isRequested: boolean
  readonly requested: Promise<void>
}

/** Reports the first Ctrl-C or SIGTERM, which asks for an orderly end; a second one ends the process as usual. */
export const stopSignal = (): StopSignal => {
  let isRequested = false
  const { promise, resolve } = Promise.withResolvers<void>()
  const request = () => {
    isRequested = true
    process.off('SIGINT', request)
    process.off('SIGTERM', request)
    resolve()
  }
  process.on('SIGINT', request)
  process.on('SIGTERM', request)
  return {
    requested: promise,
    get isRequested() {
      return isRequested
    },
  }
}
