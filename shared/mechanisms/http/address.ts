import { createHash, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import { originDigestsVariable } from '../../contract/environmentNames.ts'
import { Problem } from '../../contract/problem.ts'
import { optionalEnv } from '../../runtime/env.ts'
import { member, textMember } from '../../runtime/readMember.ts'
import type { HttpEvent } from './event.ts'
import { header } from './requestParts.ts'

/** The header with which a distribution proves itself. Callers cannot set it: CloudFront replaces theirs. */
const originHeader = 'x-origin-secret'

const digests = optionalEnv(originDigestsVariable)
  ?.split(',')
  .map((digest) => Buffer.from(digest, 'hex'))

/** Whether every request has to come through a distribution, so that nobody gets past its web ACL. */
export const isBehindDistribution = digests !== undefined

const isGenuine = (secret: string, among: readonly Buffer[]): boolean => {
  const digest = createHash('sha256').update(secret).digest()
  return among.some((known) => timingSafeEqual(digest, known))
}

/**
 * The caller's address, by which strangers are told apart. Behind a distribution it is that of
 * `CloudFront-Viewer-Address` (`address:port`, also for IPv6), which is believed only beside the secret.
 *
 * @throws Problem `forbidden` for a request that has passed by the distribution
 */
export const addressOf = (event: HttpEvent): string => {
  const direct = textMember(member(event.requestContext, 'http'), 'sourceIp') ?? ''
  if (digests === undefined) return direct
  if (!isGenuine(header(event, originHeader) ?? '', digests))
    throw new Problem('forbidden', 'This address is open to its distribution only.')
  const viewer = header(event, 'cloudfront-viewer-address') ?? ''
  const address = viewer.slice(0, Math.max(0, viewer.lastIndexOf(':')))
  return isIP(address) === 0 ? direct : address
}
