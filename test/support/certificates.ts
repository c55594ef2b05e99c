import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

/** A certificate with its key, of a name. */
export interface TestCertificate {
  readonly name: string
  readonly pem: string
  readonly privateKey: KeyObject
}

interface CertificateOptions {
  /** Itself if absent. */
  readonly issuer?: TestCertificate
  /** Whether it may issue others. */
  readonly ca?: boolean
  readonly from?: Date
  readonly to?: Date
}

const lengthOf = (length: number): Buffer => {
  if (length < 0x80) return Buffer.of(length)
  const bytes = Buffer.from(length.toString(16).padStart(length > 0xff ? 4 : 2, '0'), 'hex')
  return Buffer.concat([Buffer.of(0x80 | bytes.length), bytes])
}

/** A value in the encoding of X.690, DER. */
const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.of(tag), lengthOf(content.length), content])
}

const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts)
const integer = (value: number): Buffer => der(0x02, Buffer.of(value))
const bitString = (bytes: Buffer): Buffer => der(0x03, Buffer.of(0), bytes)
const identifier = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))
const time = (at: Date): Buffer => der(0x18, Buffer.from(`${at.toISOString().replaceAll(/\D/g, '').slice(0, 14)}Z`))
const commonName = (name: string): Buffer =>
  sequence(der(0x31, sequence(identifier('550403'), der(0x0c, Buffer.from(name)))))

const sha256WithRsa = sequence(identifier('2a864886f70d01010b'), der(0x05))
const year = 365 * 24 * 60 * 60 * 1000
let serial = 0

/** Issues a certificate (RFC 5280) with a new key. */
export const issueCertificate = (
  name: string,
  { issuer, ca = false, from = new Date(Date.now() - year), to = new Date(Date.now() + year) }: CertificateOptions = {},
): TestCertificate => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const basicConstraints = sequence(
    identifier('551d13'),
    der(0x01, Buffer.of(0xff)),
    der(0x04, sequence(...(ca ? [der(0x01, Buffer.of(0xff))] : []))),
  )
  serial = (serial % 0x7f) + 1
  const unsigned = sequence(
    der(0xa0, integer(2)),
    integer(serial),
    sha256WithRsa,
    commonName(issuer?.name ?? name),
    sequence(time(from), time(to)),
    commonName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(basicConstraints)),
  )
  const signature = sign('sha256', unsigned, issuer?.privateKey ?? privateKey)
  const lines =
    sequence(unsigned, sha256WithRsa, bitString(signature))
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  const pem = ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
  return { name, pem, privateKey }
}
