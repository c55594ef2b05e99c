import { createPublicKey, randomUUID, sign, verify } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { issueCertificate, type TestCertificate } from '../../support/certificates.ts'

/** The headers of a webhook of PayPal. */
export type PaypalHeaders = Readonly<Record<`paypal-${string}`, string>>

const certificateName = 'CERT-360caa42-fca2a594-5a5a5a5a'

const signedText = (id: string, time: string, webhookId: string, body: Uint8Array): Buffer =>
  Buffer.from(`${id}|${time}|${webhookId}|${crc32(body)}`)

interface Delivery {
  readonly webhookId: string
  readonly body: Uint8Array
  readonly id?: string
  readonly time?: string
  readonly sandbox?: boolean
  /** The name of the certificate in the address. */
  readonly certificate?: string
}

/** Signs webhooks as PayPal does. */
export const paypalHeaders = (
  { privateKey }: Pick<TestCertificate, 'privateKey'>,
  {
    webhookId,
    body,
    id = randomUUID(),
    time = new Date().toISOString().replace(/\.\d+/, ''),
    sandbox = false,
    certificate = certificateName,
  }: Delivery,
): PaypalHeaders => ({
  'paypal-transmission-id': id,
  'paypal-transmission-time': time,
  'paypal-transmission-sig': sign('sha256', signedText(id, time, webhookId, body), privateKey).toString('base64'),
  'paypal-cert-url': `https://api${sandbox ? '.sandbox' : ''}.paypal.com/v1/notifications/certs/${certificate}`,
  'paypal-auth-algo': 'SHA256withRSA',
})

let kept: TestCertificate | undefined

/** The stand-in's certificate, whose chain no function knows: so PayPal is asked about its webhooks. */
const own = (): TestCertificate => {
  kept ??= issueCertificate('messageverificationcerts.paypal.com')
  return kept
}

export const paypalSigner = {
  certificate: (name: string): string | undefined => (name === certificateName ? own().pem : undefined),

  sign: (delivery: Delivery): PaypalHeaders => paypalHeaders(own(), delivery),

  /** Whether a question about a webhook holds one that was signed here, byte by byte. */
  isOwn: (question: string): boolean => {
    const fields = JSON.parse(question) as Readonly<Record<string, string>>
    const { transmission_id: id = '', transmission_time: at = '', webhook_id: webhookId = '' } = fields
    const body = Buffer.from(/"webhook_event":(.*)\}$/s.exec(question)?.[1] ?? '')
    const signature = Buffer.from(fields['transmission_sig'] ?? '', 'base64')
    return verify('sha256', signedText(id, at, webhookId, body), createPublicKey(own().pem), signature)
  },
}
