'use strict'
// The Node.js runtime in a function's process: loads the handler, then asks the Runtime API for one invocation after the other.
// https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html; error names are those of aws-lambda-nodejs-runtime-interface-client.
const { Agent, request } = require('node:http')
const { existsSync } = require('node:fs')
const path = require('node:path')

const { env } = process
const [hostname, port] = env.AWS_LAMBDA_RUNTIME_API.split(':')
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
/** The id of the invocation that runs now. */
let current
let isFailing = false

function call(method, resource, body, headers) {
  return new Promise((resolve, reject) => {
    const options = { hostname, port, agent, method, path: `/2018-06-01/runtime/${resource}`, headers: { ...headers } }
    if (body !== undefined) options.headers['content-length'] = Buffer.byteLength(body)
    const outgoing = request(options, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => resolve({ headers: response.headers, text }))
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

/** Node reports a rejection that nobody handles before the event loop's next turn: what comes after this knows of it. */
function turn() {
  return new Promise(setImmediate)
}

function named(name, message) {
  return Object.assign(new Error(message), { name })
}

function describe(error) {
  if (!(error instanceof Error)) return { errorType: typeof error, errorMessage: String(error), trace: [] }
  return { errorType: error.name, errorMessage: error.message, trace: String(error.stack).split('\n') }
}

function withErrorProperties(_key, value) {
  if (!(value instanceof Error)) return value
  const { errorType, errorMessage, trace } = describe(value)
  return { errorType, errorMessage, ...value, cause: value.cause, stack: trace }
}

function log(title, error) {
  let detail
  try {
    detail = JSON.stringify(error, withErrorProperties)
  } catch {
    detail = JSON.stringify(describe(error))
  }
  process.stderr.write(`${title}\t${detail}\n`)
}

function postError(resource, error) {
  const description = describe(error)
  const errorType = encodeURIComponent(description.errorType)
  return call('POST', resource, JSON.stringify(description), { 'lambda-runtime-function-error-type': errorType })
}

async function fail(title, error, status) {
  isFailing = true
  log(title, error)
  const resource = current === undefined ? 'init/error' : `invocation/${current}/error`
  await postError(resource, error).catch(() => {})
  process.exit(status)
}

async function loadModule(folder, name) {
  const file = ['', '.js', '.mjs', '.cjs'].map((extension) => path.join(folder, name + extension)).find(existsSync)
  if (file === undefined) throw named('Runtime.ImportModuleError', `Error: Cannot find module '${name}'`)
  try {
    // `import()` alone would do, but starting the ESM loader costs several milliseconds.
    return file.endsWith('.cjs') ? require(file) : await import(require('node:url').pathToFileURL(file).href)
  } catch (error) {
    if (error instanceof SyntaxError) {
      throw Object.assign(named('Runtime.UserCodeSyntaxError', String(error)), { stack: error.stack })
    }
    if (error?.code === 'MODULE_NOT_FOUND') throw named('Runtime.ImportModuleError', String(error))
    throw error
  }
}

async function loadHandler(folder, reference) {
  const [, name, property] = /^(.*?[^/.]*)\.([^/]+)$/.exec(reference) ?? []
  if (property === undefined) throw named('Runtime.MalformedHandlerName', 'Bad handler')
  const loaded = await loadModule(folder, name)
  const find = (root) => property.split('.').reduce((parent, key) => parent?.[key], root)
  const handler = find(loaded) ?? find(loaded.default)
  if (handler === undefined) throw named('Runtime.HandlerNotFound', `${reference} is undefined or not exported`)
  if (typeof handler !== 'function') throw named('Runtime.HandlerNotFound', `${reference} is not a function`)
  if (handler.length > 2) {
    const message = 'AWS Lambda has removed support for callback-based function handlers starting with Node.js 24.'
    throw named('Runtime.CallbackHandlerDeprecated', message)
  }
  return handler
}

function contextFrom(headers) {
  const deadline = Number(headers['lambda-runtime-deadline-ms'])
  return {
    awsRequestId: headers['lambda-runtime-aws-request-id'],
    invokedFunctionArn: headers['lambda-runtime-invoked-function-arn'],
    functionName: env.AWS_LAMBDA_FUNCTION_NAME,
    functionVersion: env.AWS_LAMBDA_FUNCTION_VERSION,
    memoryLimitInMB: env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
    logGroupName: env.AWS_LAMBDA_LOG_GROUP_NAME,
    logStreamName: env.AWS_LAMBDA_LOG_STREAM_NAME,
    getRemainingTimeInMillis: () => deadline - Date.now(),
  }
}

function serialize(result) {
  if (result === undefined) return 'null'
  try {
    const text = JSON.stringify(result)
    if (text !== undefined) return text
  } catch {}
  throw named('Runtime.JSONStringifyError', 'Unable to stringify response body')
}

async function handleInvocation(handler, { headers, text }) {
  const context = contextFrom(headers)
  current = context.awsRequestId
  env._X_AMZN_TRACE_ID = headers['lambda-runtime-trace-id']
  try {
    const body = serialize(await handler(JSON.parse(text), context))
    await turn()
    await call('POST', `invocation/${current}/response`, body)
  } catch (error) {
    log('Invoke Error', error)
    await postError(`invocation/${current}/error`, error)
  }
  current = undefined
}

async function run() {
  const handler = await loadHandler(env.LAMBDA_TASK_ROOT, env._HANDLER).catch((error) => fail('Init Error', error, 1))
  await turn()
  while (!isFailing) await handleInvocation(handler, await call('GET', 'invocation/next'))
}

process.on('uncaughtException', (error) => fail('Uncaught Exception', error, 129))
process.on('unhandledRejection', (reason) => {
  const error = named('Runtime.UnhandledPromiseRejection', String(reason))
  return fail('Unhandled Promise Rejection', Object.assign(error, { reason }), 128)
})
// The Runtime API is gone, hence the harness: nothing is left to do here.
run().catch(() => process.exit(1))
