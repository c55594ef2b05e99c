'use strict'
// Calls a function's handler again and again in this process, without a gateway. Arguments: the file, the event as JSON. For each line
// with a number on standard input, it makes so many calls and answers with what they took as JSON on descriptor 3.
const { writeSync } = require('node:fs')
const { createInterface } = require('node:readline')

const [, , file, event] = process.argv
const loaded = file.endsWith('.mjs') ? import(file) : Promise.resolve(require(file))
const context = { awsRequestId: 'request', getRemainingTimeInMillis: () => 10_000 }

async function callTimes(count) {
  const { handler } = await loaded
  const milliseconds = []
  const before = process.cpuUsage()
  for (let call = 0; call < count; call++) {
    const startedAt = performance.now()
    const { statusCode } = await handler(JSON.parse(event), context)
    if (statusCode !== 200) throw new Error(`the handler answered ${statusCode}`)
    milliseconds.push(performance.now() - startedAt)
  }
  const { user, system } = process.cpuUsage(before)
  return { milliseconds, processorMicroseconds: user + system }
}

createInterface(process.stdin).on('line', async (count) => {
  writeSync(3, `${JSON.stringify(await callTimes(Number(count)))}\n`)
})
