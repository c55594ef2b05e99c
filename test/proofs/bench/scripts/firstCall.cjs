'use strict'
// Loads a function's file, calls its handler once, and tells on descriptor 3 what that took. Arguments: the file, and the event as JSON,
// without which nothing is called.
const { writeSync } = require('node:fs')

const [, , file, event] = process.argv
const context = { awsRequestId: 'request', getRemainingTimeInMillis: () => 10_000 }

const wholeOf = ({ user, system }) => (user + system) / 1000

async function outcomeOf(handler) {
  if (event === undefined) return 'imported'
  try {
    const answer = await handler(JSON.parse(event), context)
    return answer?.statusCode ?? 'done'
  } catch (error) {
    return String(error)
  }
}

async function run() {
  // Not `performance`: it would load a module of Node that the function may do without.
  const startedAt = process.hrtime.bigint()
  const before = process.cpuUsage()
  const { handler } = file.endsWith('.mjs') ? await import(file) : require(file)
  // Lambda hands over the first event after a turn of the event loop.
  await new Promise((resolve) => setImmediate(resolve))
  const outcome = await outcomeOf(handler)
  const processorMilliseconds = wholeOf(process.cpuUsage(before))
  const milliseconds = Number(process.hrtime.bigint() - startedAt) / 1e6
  const call = {
    outcome,
    milliseconds,
    processorMilliseconds,
    // Since the process began, which includes the start of Node.
    wholeProcessorMilliseconds: wholeOf(process.cpuUsage()),
    rss: process.memoryUsage.rss(),
  }
  writeSync(3, `${JSON.stringify(call)}\n`)
  // Connections are kept alive; nothing is left to do.
  process.exit(0)
}

void run()
