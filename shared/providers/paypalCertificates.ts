import { type KeyObject, X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import type { ProviderHttp } from '../mechanisms/outbound/http.ts'
import { cached } from '../runtime/cached.ts'
import { type Clock, systemClock } from '../runtime/time/clock.ts'

/** A certificate that signs webhooks. */
export interface SigningCertificate {
  readonly key: KeyObject
  /** Its chain, with the certificates that came with it, ends at a known root. */
  readonly isTrusted: boolean
  readonly isValidAt: (at: Date) => boolean
}

/** Certificates are kept for this time; one that could not be read is not asked for again in the other. */
const keptMs = 60 * 60 * 1000
const afterFailureMs = 10 * 1000

/** A chain with more certificates than this is none of PayPal's. */
const longestChain = 6

const isWithin = ({ validFrom, validTo }: X509Certificate, at: Date): boolean =>
  Date.parse(validFrom) <= at.getTime() && at.getTime() <= Date.parse(validTo)

const certificatesFrom = (pem: string): readonly X509Certificate[] =>
  [...pem.matchAll(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g)]
    .slice(0, longestChain)
    .map(([text]) => new X509Certificate(text))

/** Whether one certificate after another is issued by the next, up to a root. */
const endsAtRoot = (
  certificate: X509Certificate,
  others: readonly X509Certificate[],
  roots: readonly X509Certificate[],
  at: Date,
): boolean => {
  const issues = (issuer: X509Certificate): boolean =>
    issuer.ca && isWithin(issuer, at) && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
  if (roots.some(issues)) return true
  const issuer = others.find(issues)
  return (
    issuer !== undefined &&
    endsAtRoot(
      issuer,
      others.filter((other) => other !== issuer),
      roots,
      at,
    )
  )
}

const isOfPaypal = ({ subject }: X509Certificate): boolean => /^CN=(?:[\w-]+\.)+paypal\.com$/m.test(subject ?? '')

/**
 * The certificates of PayPal that sign webhooks, by their names below one base URL. Undefined for a name that has none,
 * or one of somebody else.
 *
 * @param trusted the roots as PEM
 */
export const paypalCertificates = (
  http: ProviderHttp,
  trusted: readonly string[] = rootCertificates,
  clock: Clock = systemClock,
): ((base: string, name: string) => Promise<SigningCertificate | undefined>) => {
  let roots: readonly X509Certificate[] | undefined

  const read = async (url: string): Promise<SigningCertificate | undefined> => {
    const answer = await http.read({ url, headers: { accept: '*/*' } })
    if (answer.status === 404) return undefined
    if (answer.status !== 200) throw http.problemFrom(answer)
    const [certificate, ...others] = certificatesFrom(answer.body)
    if (certificate === undefined || !isOfPaypal(certificate)) return undefined
    roots ??= trusted.map((pem) => new X509Certificate(pem))
    return {
      key: certificate.publicKey,
      isTrusted: endsAtRoot(certificate, others, roots, new Date(clock())),
      isValidAt: (at) => isWithin(certificate, at),
    }
  }
  const kept = cached(keptMs, read, () => true, clock, afterFailureMs)

  return (base, name) => kept(`${base}/v1/notifications/certs/${name}`)
}
