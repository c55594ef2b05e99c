import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { shared } from './shared.ts'
import { temporaryFolder } from './temporaryFolder.ts'

/** A server behind TLS that answers every call of AWS and of the providers alike. */
export interface TlsStore {
  readonly endpoint: string
  /** For `NODE_EXTRA_CA_CERTS`. */
  readonly certificateFile: string
  /** Connections that were made so far. */
  readonly connections: () => number
  /** For each request so far, the number of the connection that it came by, from 1. */
  readonly requests: readonly number[]
}

const makeCertificate = (folder: string): { readonly key: string; readonly certificate: string } => {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '1']
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key]
  execFileSync('openssl', ['req', '-x509', ...newKey, '-out', certificate, ...subject], { stdio: 'ignore' })
  return { key, certificate }
}

const announcer = {
  recipientId: { S: 'alice' },
  id: { S: '0199a1b2-7c00-7000-8000-000000000001' },
  text: { S: 'We are live!' },
  accountId: { S: 'main' },
  chatId: { N: '-1001234567890' },
  buttons: { L: [{ M: { text: { S: 'Watch' }, url: { S: 'https://example.com/' } } }] },
  enabled: { BOOL: true },
  announcerType: { S: 'ANNOUNCE_STREAM' },
  trigger: { S: 'STREAM_STARTED' },
}

/** @throws Error without the command `openssl` */
export const tlsStore = shared(async (onEnd): Promise<TlsStore> => {
  const { key, certificate } = makeCertificate(await temporaryFolder())
  const bytes = Buffer.alloc(32).toString('base64')
  const ofKms = { Mac: bytes, CiphertextBlob: bytes, Plaintext: bytes }
  const body = JSON.stringify({ Items: [announcer], Count: 1, ScannedCount: 1, ...ofKms, Parameters: [] })
  const headers = { 'content-type': 'application/x-amz-json-1.0', 'content-length': Buffer.byteLength(body) }
  const numbers = new Map<Duplex, number>()
  const requests: number[] = []
  const server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (request, response) => {
    requests.push(numbers.get(request.socket) ?? Number.NaN)
    request.resume().on('end', () => response.writeHead(200, headers).end(body))
  }).listen(0, '127.0.0.1')
  server.on('secureConnection', (socket) => numbers.set(socket, numbers.size + 1))
  await once(server, 'listening')
  onEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  const endpoint = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { endpoint, certificateFile: certificate, connections: () => numbers.size, requests }
})
