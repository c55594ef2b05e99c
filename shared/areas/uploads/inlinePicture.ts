import { exchange } from '../../mechanisms/outbound/exchange.ts'
import { remainingMs } from '../../runtime/invocation.ts'
import { mediaTypes } from './fileType.ts'
import { missingFile } from './missingFile.ts'
import { type UploadLinks, uploadLinks } from './uploadLinks.ts'

/** A page waits no longer for a picture, which it can do without. */
const longestMs = 1000

/**
 * Reads a checked picture of at most so many bytes as a `data:` URL; undefined where there is none. It asks by a link,
 * so that a page's function does without the client of S3, and by a connection of its own, which is never a stale one.
 *
 * @throws Error S3 does not answer in time
 */
export const inlinePicture =
  (links: Pick<UploadLinks, 'read'> = uploadLinks()) =>
  (recipientId: string, id: string, mostBytes: number): Promise<string | undefined> =>
    exchange(
      { url: links.read(recipientId, id), limitMs: Math.min(longestMs, remainingMs()), options: { agent: false } },
      async (response) => {
        try {
          const { statusCode, headers } = response
          if (Object.hasOwn(missingFile, String(statusCode))) return undefined
          if (statusCode !== 200) throw new Error(`S3 answered ${statusCode}`)
          const type = mediaTypes.find((each) => each === headers['content-type'])
          if (!type?.startsWith('image/') || !(Number(headers['content-length']) <= mostBytes)) return undefined
          const content = Buffer.concat(await response.toArray())
          return `data:${type};base64,${content.toString('base64')}`
        } finally {
          // The rest of what is not shown is not received.
          if (!response.complete) response.destroy()
        }
      },
    )

export type InlinePicture = ReturnType<typeof inlinePicture>
