import { randomBytes } from 'node:crypto'
import type { EngineResponse } from '../../aws/engineHandler.ts'
import { document, element } from './xml.ts'

/** An error as S3 answers it: https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
export class S3Error extends Error {
  override readonly name = 'S3Error'
  readonly status: number
  readonly code: string
  /** Further members of the error document, such as `BucketName`. */
  readonly details: Readonly<Record<string, string>>

  constructor(status: number, code: string, message: string, details: Readonly<Record<string, string>> = {}) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
  }
}

/** A feature that is not imitated: it is refused, never ignored. */
export class NotImitated extends S3Error {
  readonly feature: string

  constructor(feature: string) {
    const message = `A header or query you provided implies functionality that is not implemented: ${feature}`
    super(501, 'NotImplemented', message)
    this.feature = feature
  }
}

export const notImplemented = (feature: string) => new NotImitated(feature)

/** The headers that identify an answer in S3's logs. */
export const identifyingHeaders = () => ({
  'x-amz-request-id': randomBytes(8).toString('hex').toUpperCase(),
  'x-amz-id-2': randomBytes(56).toString('base64'),
  server: 'AmazonS3',
})

/** The error document. Answers to HEAD, and 304 and 204, have no body and only a status. */
export const errorResponse = (error: S3Error, method: string): EngineResponse => {
  const notImitated = error instanceof NotImitated ? error.feature : undefined
  return { ...documentOf(error, method), notImitated }
}

const documentOf = (error: S3Error, method: string): EngineResponse => {
  const headers = identifyingHeaders()
  if (method === 'HEAD' || error.status === 304) return { status: error.status, headers, body: '' }
  const members = Object.entries(error.details).map(([name, value]) => element(name, value))
  const body = document(
    'Error',
    element('Code', error.code),
    element('Message', error.message),
    ...members,
    element('RequestId', headers['x-amz-request-id']),
    element('HostId', headers['x-amz-id-2']),
  )
  return { status: error.status, headers: { ...headers, 'content-type': 'application/xml' }, body }
}
