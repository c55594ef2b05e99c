'use strict'

/** Called when nothing is left to do: Node ends the process then, unless this begins something. */
let onEmptyLoop
process.on('beforeExit', () => {
  const listener = onEmptyLoop
  onEmptyLoop = undefined
  listener?.()
})

/** https://docs.aws.amazon.com/lambda/latest/dg/nodejs-handler.html#nodejs-handler-callback */
exports.callWithCallbacks = (handler, event, context) => {
  return new Promise((resolve, reject) => {
    let isDone = false
    const end = (error, result, waits) => {
      if (isDone) return
      isDone = true
      const settle = () => (error === undefined || error === null ? resolve(result) : reject(error))
      onEmptyLoop = waits ? settle : undefined
      if (!waits) settle()
    }
    const done = (error, result) => end(error, result, false)
    const withCallbacks = {
      ...context,
      callbackWaitsForEmptyEventLoop: true,
      done,
      succeed: (result) => done(undefined, result),
      fail: (error) => done(error ?? 'handled'),
    }
    const callback = (error, result) => {
      const hasFailed = error !== undefined && error !== null
      end(error, result, withCallbacks.callbackWaitsForEmptyEventLoop && !hasFailed)
    }
    onEmptyLoop = () => done(undefined, null)
    const returned = handler(event, withCallbacks, callback)
    if (typeof returned?.then !== 'function') return
    onEmptyLoop = undefined
    returned.then(withCallbacks.succeed, withCallbacks.fail)
  })
}
