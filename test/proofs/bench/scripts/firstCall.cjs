'use strict'
// Loads a function's file, calls its handler once, and tells on descriptor 3 what that took. Arguments: the file, the event as JSON.
const { writeSync } = require('node:fs')

const [, , file, event] = process.argv
const context = { awsRequestId: 'request', getRemainingTimeInMillis: () => 10_000 }

async function run() {
  // Not `performance`: it would load a module of Node that the function may do without.
  const startedAt = process.hrtime.bigint()
  const before = process.cpuUsage()
  const { handler } = file.endsWith('.mjs') ? await import(file) : require(file)
  const { statusCode } = await handler(JSON.parse(event), context)
  const { user, system } = process.cpuUsage(before)
  const milliseconds = Number(process.hrtime.bigint() - startedAt) / 1e6
  const call = {
    statusCode,
    milliseconds,
    processorMilliseconds: (user + system) / 1000,
    rss: process.memoryUsage.rss(),
  }
  writeSync(3, JSON.stringify(call))
  // Connections are kept alive; nothing is left to do.
  process.exit(0)
}

run()
