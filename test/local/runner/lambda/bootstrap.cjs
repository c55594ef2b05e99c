'use strict'
// The Node.js runtime in a function's process: loads the handler, then asks the Runtime API for one invocation after the other.
// https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html; error names are those of aws-lambda-nodejs-runtime-interface-client.
const { existsSync } = require('node:fs')
const { registerHooks, syncBuiltinESMExports } = require('node:module')
const { Socket } = require('node:net')
const path = require('node:path')
const { pathToFileURL, urlToHttpOptions } = require('node:url')
const { callWithCallbacks } = require('./callbacks.cjs')
const { kindsBySyntax } = require('./moduleKinds.cjs')
const { makeReadOnly } = require('./readOnlyFiles.cjs')

const { env } = process
const end = '\r\n'
/** The descriptor by which the harness answers, besides the address that `AWS_LAMBDA_RUNTIME_API` has. */
const runtimeApiPipe = 3
/** Node's HTTP client would take a third of a millisecond for each invocation, and could not send an answer and the next question at once. */
const socket = new Socket({ fd: runtimeApiPipe })
/** Who waits for the following answers, in the order of their requests. */
const waiting = []
let chunks = []
let bytes = 0
/** The bytes that the answer has that is being received; 0 as long as its head is not known. */
let wanted = 0
/** The id of the invocation that runs now. */
let current
let isFailing = false

function headersFrom(head) {
  const lines = head.split(end).slice(1)
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  )
}

/** The first answer of what was received; undefined until it is whole. */
function takeAnswer() {
  if (bytes === 0 || bytes < wanted) return undefined
  const received = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)
  chunks = [received]
  const headBytes = received.indexOf(end + end)
  if (headBytes === -1) return undefined
  const headers = headersFrom(received.toString('latin1', 0, headBytes))
  const begin = headBytes + 2 * end.length
  wanted = begin + Number(headers['content-length'])
  if (bytes < wanted) return undefined
  const text = received.toString('utf8', begin, wanted)
  chunks = [received.subarray(wanted)]
  bytes -= wanted
  wanted = 0
  return { headers, text }
}

socket.on('data', (chunk) => {
  chunks.push(chunk)
  bytes += chunk.length
  for (let answer = takeAnswer(); answer !== undefined; answer = takeAnswer()) {
    // A handler that waits for nothing ends its process, as it does in Lambda.
    if (waiting.length === 1) socket.unref()
    waiting.shift()(answer)
  }
})
// The Runtime API is gone, hence the harness: nothing is left to do here.
socket.on('error', () => process.exit(1))
socket.on('close', () => process.exit(1))

function call(method, resource, body, headers = {}) {
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
  const lines = Object.entries({ host: env.AWS_LAMBDA_RUNTIME_API, ...length, ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  const head = [`${method} /2018-06-01/runtime/${resource} HTTP/1.1`, ...lines].join(end)
  socket.ref()
  socket.write(`${head}${end}${end}${body ?? ''}`)
  return new Promise((resolve) => waiting.push(resolve))
}

/** Sends an invocation's answer, and with it the question for the next one, so that the process is frozen at once. */
function finish(send) {
  // The process is about to end, and its failure was reported.
  if (isFailing) return new Promise(() => {})
  current = undefined
  socket.cork()
  void send()
  const next = call('GET', 'invocation/next')
  socket.uncork()
  return next
}

/** Node reports a rejection that nobody handles before the event loop's next turn: what comes after this knows of it. */
function eventLoopTurn() {
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

const ownUrl = pathToFileURL(__filename).href

/** The file of a package of the SDK that Lambda's runtime brings; here it is one of this program's own packages. */
function runtimeFile(specifier) {
  try {
    return require.resolve(specifier)
  } catch {
    const reason = 'here the runtime brings the SDK of imitated services only: install the package in your app'
    throw Object.assign(new Error(`Cannot find module '${specifier}': ${reason}`), { code: 'MODULE_NOT_FOUND' })
  }
}

/** Host of the app at AWS → local address. A function may take a host from an event, as that of a connection. */
const localHosts = JSON.parse(process.argv[2] ?? '{}')
let isRedirecting = false

/**
 * Whether a request is a call of AWS: signed with the key of this process, which AWS does not know. SDKs that do not read
 * `AWS_ENDPOINT_URL`, as version 2, make such calls, and the SDK of SQS, which goes by the address of the queue.
 */
function isCallOfAws(host = '', { headers = {} }) {
  if (!/\.amazonaws\.com$/.test(host)) return false
  const authorization = headers.authorization ?? headers.Authorization ?? ''
  return String(authorization).includes(`Credential=${env.AWS_ACCESS_KEY_ID}/`)
}

/** Sends requests for the app's own hosts, and calls of AWS, to their local addresses; the `Host` that was signed stays. */
function redirectHosts() {
  if (isRedirecting) return
  isRedirecting = true
  const https = require('node:https')
  const { request } = https
  https.request = (given, ...rest) => {
    const options = given instanceof URL ? urlToHttpOptions(given) : given
    const name = options.hostname ?? options.host
    const address = localHosts[name] ?? (isCallOfAws(name, options) ? localHosts['*.amazonaws.com'] : undefined)
    if (address === undefined) return request(options, ...rest)
    const { hostname: host, port: localPort } = new URL(address)
    const local = { ...options, protocol: 'http:', hostname: host, host, port: localPort, agent: undefined }
    return require('node:http').request(local, ...rest)
  }
  syncBuiltinESMExports()
}

const withKind = kindsBySyntax(env.LAMBDA_TASK_ROOT)

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'https' || specifier === 'node:https') redirectHosts()
    try {
      return withKind(next(specifier, context))
    } catch (error) {
      if (!/^@(aws-sdk|smithy)\//.test(specifier) || context.parentURL === ownUrl) throw error
      return { url: pathToFileURL(runtimeFile(specifier)).href, shortCircuit: true }
    }
  },
})

async function loadModule(folder, name) {
  const file = ['', '.js', '.mjs', '.cjs'].map((extension) => path.join(folder, name + extension)).find(existsSync)
  if (file === undefined) throw named('Runtime.ImportModuleError', `Error: Cannot find module '${name}'`)
  try {
    // `import()` alone would do, but starting the ESM loader costs several milliseconds.
    return file.endsWith('.cjs') ? require(file) : await import(pathToFileURL(file).href)
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
  if (handler.length > 2 && !hasCallbacks) {
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

/** Runtimes before that of Node.js 24 know callbacks, and ignore what a handler returns that is no promise. */
const hasCallbacks = Number(/\d+/.exec(env.AWS_EXECUTION_ENV)?.[0]) < 24

function serialize(result) {
  if (result === undefined) return 'null'
  try {
    const text = JSON.stringify(result)
    if (text !== undefined) return text
  } catch {}
  throw named('Runtime.JSONStringifyError', 'Unable to stringify response body')
}

/** Runs one invocation and resolves with the next one. */
async function handleInvocation(handler, { headers, text }) {
  const context = contextFrom(headers)
  const { awsRequestId } = context
  current = awsRequestId
  env._X_AMZN_TRACE_ID = headers['lambda-runtime-trace-id']
  let body
  try {
    const event = JSON.parse(text)
    body = serialize(await (hasCallbacks ? callWithCallbacks(handler, event, context) : handler(event, context)))
    await eventLoopTurn()
  } catch (error) {
    log('Invoke Error', error)
    return finish(() => postError(`invocation/${awsRequestId}/error`, error))
  }
  return finish(() => call('POST', `invocation/${awsRequestId}/response`, body))
}

async function run() {
  makeReadOnly(env.LAMBDA_TASK_ROOT)
  const handler = await loadHandler(env.LAMBDA_TASK_ROOT, env._HANDLER).catch((error) => fail('Init Error', error, 1))
  await eventLoopTurn()
  if (isFailing) return
  let invocation = await call('GET', 'invocation/next')
  while (!isFailing) invocation = await handleInvocation(handler, invocation)
}

process.on('uncaughtException', (error) => fail('Uncaught Exception', error, 129))
process.on('unhandledRejection', (reason) => {
  const error = named('Runtime.UnhandledPromiseRejection', String(reason))
  return fail('Unhandled Promise Rejection', Object.assign(error, { reason }), 128)
})
run().catch(() => process.exit(1))
