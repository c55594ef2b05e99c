'use strict'
// Calls a function's handler again and again in this process, without a gateway. Arguments: the file, the event as JSON. For each line
// with a number on standard input, it makes so many calls and answers with the milliseconds of each as JSON on descriptor 3.
const { writeSync } = require('node:fs')
const { createInterface } = require('node:readline')

const [, , file, event] = process.argv
const { handler } = require(file)
const context = { awsRequestId: 'request', getRemainingTimeInMillis: () => 10_000 }

async function callTimes(count) {
  const times = []
  for (let call = 0; call < count; call++) {
    const startedAt = performance.now()
    const { statusCode } = await handler(JSON.parse(event), context)
    if (statusCode !== 200) throw new Error(`the handler answered ${statusCode}`)
    times.push(performance.now() - startedAt)
  }
  return times
}

createInterface(process.stdin).on('line', async (count) => {
  writeSync(3, `${JSON.stringify(await callTimes(Number(count)))}\n`)
})
