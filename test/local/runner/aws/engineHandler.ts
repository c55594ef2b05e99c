import type { Readable } from 'node:stream'

/**
 * A verified request on its way to an in-process engine (S3, KMS, SSM, SQS, execute-api).
 *
 * `body` is the whole body as sent: the service uploads in parts of a few MiB, so nothing larger ever arrives at once.
 */
export interface EngineRequest {
  readonly method: string
  /** The address as the caller sent it, query included and still encoded. */
  readonly url: URL
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** Undefined for an unsigned request, which an engine has to refuse unless its service has public requests. */
  readonly accessKeyId: string | undefined
  /**
   * Holds the caller to its role in the template: throws {@link AccessDenied}, which the endpoint answers in the service's own
   * error shape, so an engine catches it only for a part of a batch.
   *
   * @param action as in a policy: `s3:GetObject`
   * @param resourceArn the full ARN of what it acts on
   * @param conditionKeys the request's condition keys, such as `kms:EncryptionContext:recipient`
   */
  authorize(action: string, resourceArn: string, conditionKeys?: Readonly<Record<string, readonly string[]>>): void
}

/** An engine's answer; a large object is a `Readable`, so that it is never in memory as a whole. */
export interface EngineResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | string | Readable
  /** The part of the call that is not imitated, which the endpoint logs. */
  readonly notImitated?: string | undefined
}

/** One imitated service behind the AWS endpoint. */
export type EngineHandler = (request: EngineRequest) => Promise<EngineResponse>

/** The caller's role does not allow what it asked for; the message is AWS's own wording. */
export class AccessDenied extends Error {
  override readonly name = 'AccessDenied'
  readonly action: string
  readonly resource: string

  constructor(message: string, action: string, resource: string) {
    super(message)
    this.action = action
    this.resource = resource
  }
}
