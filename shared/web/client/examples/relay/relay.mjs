import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

const { WEBHOOK_SECRET = '', STREAMER_BOT_URL = 'http://127.0.0.1:7474', PORT = '8080' } = process.env

/** The currencies of ISO 4217 without a fraction, and those with three digits. `Intl` has others for some. */
const withoutFraction = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF SLL UGX VND VUV XAF XOF XPF'.split(' ')
const withThreeDigits = 'BHD IQD JOD KWD LYD OMR TND'.split(' ')

/** The digits of `minor`: those of ISO 4217, or two. */
const digitsOf = (currency) => {
  if (withoutFraction.includes(currency)) return 0
  return withThreeDigits.includes(currency) ? 3 : 2
}

/** Texts and numbers as they are, and money as a text: `12.34 EUR`. */
const argument = (value) => {
  if (typeof value !== 'object' || value === null || !('currency' in value)) return value
  const { major, minor, currency, exponent = digitsOf(currency) } = value
  return exponent === 0 ? `${major} ${currency}` : `${major}.${String(minor).padStart(exponent, '0')} ${currency}`
}

/** Runs the action that has the event's type as its name. https://docs.streamer.bot */
const runAction = async ({ type, data }) => {
  const args = Object.fromEntries(Object.entries(data).map(([name, value]) => [name, argument(value)]))
  const body = JSON.stringify({ action: { name: type }, args })
  const { status } = await fetch(`${STREAMER_BOT_URL}/DoAction`, { method: 'POST', body })
  if (status >= 300) throw new Error(`Streamer.bot answered ${status}`)
}

/** The ids of webhooks that were taken: one may come twice. */
const taken = new Set()

/** The status of the answer: a webhook whose answer is not 204 comes again. */
const answerTo = async (webhook, body, headers) => {
  const id = headers['webhook-id']
  let event
  try {
    event = webhook.verify(body, headers)
  } catch {
    return 401
  }
  if (taken.has(id)) return 204
  try {
    await runAction(event)
  } catch (error) {
    console.error(`${event.type} waits: ${error.message}`)
    return 503
  }
  taken.add(id)
  console.log(event.type)
  return 204
}

if (WEBHOOK_SECRET === '') {
  console.error('WEBHOOK_SECRET is missing: set-endpoint has answered it')
  process.exit(1)
}
const webhook = new Webhook(WEBHOOK_SECRET)
const server = createServer(async (request, response) => {
  response.writeHead(await answerTo(webhook, await text(request), request.headers)).end()
}).listen(Number(PORT), '127.0.0.1')
await once(server, 'listening')
console.log(`listens at http://127.0.0.1:${server.address().port}`)
