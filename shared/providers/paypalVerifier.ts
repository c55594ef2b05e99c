import { verify } from 'node:crypto'
import { crc32 } from 'node:zlib'
import * as z from 'zod/mini'
import { jsonFrom } from '../areas/payments/gatewayPayload.ts'
import type { GatewayAccount } from '../areas/payments/paymentGateway.ts'
import { signatureRejected, type Webhook } from '../mechanisms/webhooks/webhook.ts'
import { utcFromDateTime } from '../runtime/time/utc.ts'
import { type PaypalApi, type PaypalHosts, settingsOf } from './paypalApi.ts'
import { paypalCertificates } from './paypalCertificates.ts'

/** PayPal repeats a webhook for three days. https://developer.paypal.com/api/rest/webhooks/rest */
const longestAgeMs = 4 * 24 * 60 * 60 * 1000
const longestLeadMs = 5 * 60 * 1000

const Verification = z.object({ verification_status: z.string() })

const rejected = () => signatureRejected('a gateway of this recipient')

/** The name of a certificate; undefined for an address that is not one of PayPal's certificates. */
const certificateName = (address: string, sandbox: boolean): string | undefined => {
  const pattern = /^https:\/\/api(?:-m)?(\.sandbox)?\.paypal\.com\/v1\/notifications\/certs\/([\w-]{1,128})$/
  const [, ofSandbox, name] = pattern.exec(address) ?? []
  return (ofSandbox !== undefined) === sandbox ? name : undefined
}

const isRecent = (sentAt: string | undefined, receivedAt: Date): boolean => {
  if (sentAt === undefined) return false
  const age = receivedAt.getTime() - Date.parse(sentAt)
  return age <= longestAgeMs && age >= -longestLeadMs
}

/**
 * Verifies webhooks of PayPal: RSA with SHA-256 over `id|time|webhook id|CRC-32 of the body`. The key is that of a
 * certificate of PayPal, and where its chain is incomplete, PayPal is asked whether it has sent the webhook.
 * https://developer.paypal.com/api/rest/webhooks/rest
 *
 * @returns a function that answers the id of the transmission
 * @throws Problem `signature_rejected`, or that of a provider
 */
export const paypalVerifier = (
  hosts: PaypalHosts,
  { request, http }: PaypalApi,
  certificateOf = paypalCertificates(http),
) => {
  const isConfirmed = async (account: GatewayAccount, fields: object, rawBody: Uint8Array): Promise<boolean> => {
    const text = Buffer.from(rawBody).toString()
    // A text that is not one JSON value could add members to the question.
    if (jsonFrom(text) === undefined) return false
    // PayPal compares the delivered bytes, which another encoding of the same JSON would change.
    const body = `${JSON.stringify(fields).slice(0, -1)},"webhook_event":${text}}`
    const path = '/v1/notifications/verify-webhook-signature'
    const answer = await request(account, { method: 'POST', path, body })
    if (answer.status === 400 || answer.status === 422) return false
    if (answer.status !== 200) throw http.problemFrom(answer)
    return http.parse(answer, Verification).verification_status === 'SUCCESS'
  }

  return async ({ rawBody, headers, receivedAt }: Webhook, account: GatewayAccount): Promise<string> => {
    const { webhookId, sandbox } = settingsOf(account.settings, account.token !== undefined)
    const {
      'paypal-transmission-id': id = '',
      'paypal-transmission-time': time = '',
      'paypal-transmission-sig': signature = '',
      'paypal-cert-url': address = '',
      'paypal-auth-algo': algorithm = '',
    } = headers
    const name = certificateName(address, sandbox)
    if (name === undefined || algorithm !== 'SHA256withRSA' || !/^[\w-]{1,64}$/.test(id)) throw rejected()
    if (!isRecent(utcFromDateTime(time), receivedAt)) throw rejected()
    const certificate = await certificateOf((sandbox ? hosts.sandbox : hosts.live).certificates, name)
    if (certificate === undefined || !certificate.isValidAt(receivedAt)) throw rejected()
    const signed = Buffer.from(`${id}|${time}|${webhookId}|${crc32(rawBody)}`)
    if (!verify('sha256', signed, certificate.key, Buffer.from(signature, 'base64'))) throw rejected()
    const fields = {
      auth_algo: algorithm,
      cert_url: address,
      transmission_id: id,
      transmission_sig: signature,
      transmission_time: time,
      webhook_id: webhookId,
    }
    if (!certificate.isTrusted && !(await isConfirmed(account, fields, rawBody))) throw rejected()
    return id
  }
}
