import { expect, test } from 'vitest'
import { paypalApi } from '../../../../shared/providers/paypalApi.ts'
import { paypalCertificates } from '../../../../shared/providers/paypalCertificates.ts'
import { paypalVerifier } from '../../../../shared/providers/paypalVerifier.ts'
import { paypalHeaders } from '../../../local/sandbox/paypalSigner.ts'
import { issueCertificate, type TestCertificate } from '../../../support/certificates.ts'
import { paypalAnswers, paypalUrls, type Reply } from '../../../support/paypalAnswers.ts'

const webhookId = '8PT597110X687430LKGECATA'
const account = { secrets: [], token: 'key', settings: { clientId: 'client', webhookId } as Record<string, unknown> }
const signer = 'messageverificationcerts.paypal.com'
const root = issueCertificate('A root', { ca: true })
const middle = issueCertificate('An authority', { ca: true, issuer: root })
const leaf = issueCertificate(signer, { issuer: middle })
const chain = leaf.pem + middle.pem
const body = Buffer.from(
  '{"event_type":"PAYMENT.CAPTURE.COMPLETED","resource":{"amount":{"breakdown":{},"value":1.0}}}',
)
const rejected = { code: 'signature_rejected' }
const certificatePath = '/v1/notifications/certs/CERT-1'
const questionPath = '/v1/notifications/verify-webhook-signature'
const day = 24 * 60 * 60 * 1000
const at = (offsetMs: number): Date => new Date(Date.now() + offsetMs)
const success: Reply = [200, { verification_status: 'SUCCESS' }]

interface Sent {
  readonly by?: TestCertificate
  readonly pem?: string
  readonly change?: Readonly<Record<string, string | undefined>>
  readonly for?: string
  readonly delivered?: Buffer
  readonly receivedAt?: Date
  readonly answer?: Reply
  readonly settings?: object
  readonly sandbox?: boolean
}

/** Verifies a webhook, which is genuine unless something is changed. */
const verify = ({
  by = leaf,
  pem = chain,
  change = {},
  delivered = body,
  receivedAt = new Date(),
  ...more
}: Sent = {}) => {
  const { answer = [200, { verification_status: 'FAILURE' }] as const, settings = {}, sandbox = false } = more
  const { http, requests } = paypalAnswers({ [certificatePath]: [200, pem], [questionPath]: answer })
  const certificates = paypalCertificates(http, [root.pem], () => receivedAt.getTime())
  const transmissionOf = paypalVerifier(paypalUrls, paypalApi(paypalUrls, http), certificates)
  const signed = { webhookId: more.for ?? webhookId, body, id: 'transmission-1', certificate: 'CERT-1', sandbox }
  const headers = { ...paypalHeaders(by, signed), ...change }
  const of = { ...account, settings: { ...account.settings, ...settings } }
  const ask = () => transmissionOf({ rawBody: delivered, headers, receivedAt }, of)
  return { ask, verified: ask(), requests }
}

test('a webhook is genuine by a certificate of PayPal whose chain ends at a known root, and nobody is asked', async () => {
  const { verified, requests } = verify()

  expect(await verified).toBe('transmission-1')
  expect(requests.map(({ url }) => url)).toEqual([`https://certificates.example${certificatePath}`])
})

test('a certificate is fetched once', async () => {
  const { ask, verified, requests } = verify()

  await verified
  await Promise.all([ask(), ask()])

  expect(requests).toHaveLength(1)
})

test('an app of the sandbox has the certificates of the sandbox, and no others', async () => {
  const settings = { sandbox: true }
  const { verified, requests } = verify({ settings, sandbox: true })

  expect(await verified).toBe('transmission-1')
  expect(requests[0]?.url).toBe(`https://sandbox-certificates.example${certificatePath}`)
  await expect(verify({ settings }).verified).rejects.toMatchObject(rejected)
  await expect(verify({ sandbox: true }).verified).rejects.toMatchObject(rejected)
})

test.each([
  'http://api.paypal.com/v1/notifications/certs/CERT-1',
  'https://api.paypal.com.example/v1/notifications/certs/CERT-1',
  'https://apixpaypal.com/v1/notifications/certs/CERT-1',
  'https://evil.paypal.com/v1/notifications/certs/CERT-1',
  'https://api.paypal.com:444/v1/notifications/certs/CERT-1',
  'https://user@api.paypal.com/v1/notifications/certs/CERT-1',
  'https://api.paypal.com/v1/notifications/certs/../CERT-1',
  'https://api.paypal.com/v1/notifications/certs/CERT-1?x',
  'https://api.paypal.com/v2/certs/CERT-1',
  '',
])('a certificate at %s is not fetched', async (address) => {
  const { verified, requests } = verify({ change: { 'paypal-cert-url': address } })

  await expect(verified).rejects.toMatchObject(rejected)
  expect(requests).toEqual([])
})

test.each<readonly [string, Sent]>([
  ['another body', { delivered: Buffer.from('{}') }],
  ['another id', { change: { 'paypal-transmission-id': 'transmission-2' } }],
  ['the webhook of another app', { for: '8PT597110X687430LKGECATB' }],
  ['the simulator’s webhook', { for: 'WEBHOOK_ID' }],
  ['another algorithm', { change: { 'paypal-auth-algo': 'SHA1withRSA' } }],
  ['no signature', { change: { 'paypal-transmission-sig': '' } }],
  ['no id', { change: { 'paypal-transmission-id': undefined } }],
  ['a time that is none', { change: { 'paypal-transmission-time': 'now' } }],
  ['an age of more than four days', { receivedAt: at(4 * day + 60_000) }],
  ['a time in the future', { receivedAt: at(-10 * 60_000) }],
  ['the key of another certificate', { by: middle }],
  ['a certificate of somebody else', { pem: issueCertificate('paypal.com.example', { issuer: root }).pem }],
  ['a name that only ends like PayPal’s', { pem: issueCertificate('evilpaypal.com', { issuer: root }).pem }],
  ['no certificate', { pem: 'Not Found' }],
])('a webhook with %s is refused, and PayPal is not asked', async (_case, sent) => {
  const { verified, requests } = verify({ ...sent, answer: success })

  await expect(verified).rejects.toMatchObject(rejected)
  expect(requests.some(({ url }) => url.endsWith(questionPath))).toBe(false)
})

test('a webhook of three days ago is genuine, because PayPal repeats it so long', async () => {
  expect(await verify({ receivedAt: at(3 * day) }).verified).toBe('transmission-1')
})

test('a certificate that has ended, or has not begun, signs nothing', async () => {
  const ended = issueCertificate(signer, { issuer: root, to: at(-day) })
  const later = issueCertificate(signer, { issuer: root, from: at(day) })

  for (const by of [ended, later]) {
    const { verified, requests } = verify({ by, pem: by.pem, answer: success })
    await expect(verified).rejects.toMatchObject(rejected)
    expect(requests).toHaveLength(1)
  }
})

const own = issueCertificate(signer)
const noAuthority = issueCertificate('An authority', { issuer: root })
const oldAuthority = issueCertificate('An authority', { ca: true, issuer: root, to: at(-day) })
const incomplete: readonly (readonly [string, TestCertificate, readonly TestCertificate[]])[] = [
  ['without the certificate between', leaf, []],
  ['that signs itself', own, []],
  ['of an issuer that is no authority', issueCertificate(signer, { issuer: noAuthority }), [noAuthority]],
  ['of an authority that has ended', issueCertificate(signer, { issuer: oldAuthority }), [oldAuthority]],
  ['with another authority of the same name', leaf, [issueCertificate('An authority', { ca: true, issuer: root })]],
]

test.each(incomplete)(
  'of a certificate %s PayPal is asked, and says whether it sent the webhook',
  async (_case, by, others) => {
    const pem = [by, ...others].map((each) => each.pem).join('')
    const genuine = verify({ by, pem, answer: success })

    expect(await genuine.verified).toBe('transmission-1')
    await expect(verify({ by, pem }).verified).rejects.toMatchObject(rejected)
    await expect(verify({ by, pem, answer: [400, {}] }).verified).rejects.toMatchObject(rejected)
    await expect(verify({ by, pem, answer: [503, {}] }).verified).rejects.toMatchObject({
      code: 'provider_unavailable',
    })
  },
)

test('PayPal is asked with the delivered bytes, because it refuses the same JSON in another form', async () => {
  const { verified, requests } = verify({ by: own, pem: own.pem, answer: success })
  await verified

  const question = requests.find(({ url }) => url.endsWith(questionPath))?.body ?? ''

  expect(question.endsWith(`,"webhook_event":${body}}`)).toBe(true)
  expect(JSON.parse(question)).toMatchObject({
    auth_algo: 'SHA256withRSA',
    cert_url: 'https://api.paypal.com/v1/notifications/certs/CERT-1',
    transmission_id: 'transmission-1',
    webhook_id: webhookId,
  })
})

test('a body that is not JSON adds nothing to the question', async () => {
  const injected = Buffer.from('{},"webhook_id":"other"')
  const { http, requests } = paypalAnswers({ [certificatePath]: [200, own.pem], [questionPath]: success })
  const transmissionOf = paypalVerifier(paypalUrls, paypalApi(paypalUrls, http), paypalCertificates(http, [root.pem]))
  const headers = paypalHeaders(own, { webhookId, body: injected, certificate: 'CERT-1' })

  const verified = transmissionOf({ rawBody: injected, headers, receivedAt: new Date() }, account)

  await expect(verified).rejects.toMatchObject(rejected)
  expect(requests).toHaveLength(1)
})

test('a certificate that PayPal does not have is refused, and a failure to send one is not', async () => {
  const of = (reply: Reply) => {
    const { http } = paypalAnswers({ [certificatePath]: reply })
    return paypalCertificates(http, [root.pem])('https://certificates.example', 'CERT-1')
  }

  expect(await of([404, {}])).toBeUndefined()
  await expect(of([503, {}])).rejects.toMatchObject({ code: 'provider_unavailable' })
})
