import { beginUpload } from '../../shared/areas/uploads/contract.ts'
import { livingUploads, sendingSeconds, withUpload } from '../../shared/areas/uploads/upload.ts'
import { type UploadLinks, uploadLinks } from '../../shared/areas/uploads/uploadLinks.ts'
import { type UploadRepository, uploadRepository } from '../../shared/areas/uploads/uploadRepository.ts'
import { type UploadStore, uploadStore } from '../../shared/areas/uploads/uploadStore.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { s3Client } from '../../shared/mechanisms/aws/s3Client.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { memberHandler } from '../../shared/mechanisms/http/memberHandler.ts'
import { type RateRepository, rateRepository } from '../../shared/mechanisms/limits/rateRepository.ts'
import { retryOnConflict } from '../../shared/mechanisms/store/retryOnConflict.ts'
import { newId } from '../../shared/runtime/ids.ts'
import { systemClock } from '../../shared/runtime/time/clock.ts'

/**
 * The slot is taken before a file can be sent, so that no number of requests passes the limits. Uploads that have
 * ended leave the list here alone, after the files that a check may have kept and not lived to report.
 */
export const handle =
  (
    repository: Pick<UploadRepository, 'read' | 'growth'>,
    links: Pick<UploadLinks, 'send'>,
    rates: Pick<RateRepository, 'spending'>,
    files: Pick<UploadStore, 'remove'>,
    clock = systemClock,
  ): Handle<typeof beginUpload> =>
  ({ recipientId, body: { name, kind, bytes } }, commit) =>
    retryOnConflict(async () => {
      const [seen, now] = [await repository.read(recipientId), new Date(clock())]
      const upload = { id: newId(), name, kind, bytes, state: 'pending', createdAt: now.toISOString() } as const
      const living = livingUploads(seen.uploads, now)
      const uploads = withUpload(living, upload)
      const ended = seen.uploads.filter((each) => each.state === 'pending' && !living.includes(each))
      await Promise.all(ended.map(({ id }) => files.remove(recipientId, id)))
      return commit([...repository.growth(recipientId, seen, uploads), rates.spending(recipientId, 'uploads')], {
        id: upload.id,
        url: links.send(recipientId, upload.id, bytes),
        expiresAt: new Date(now.getTime() + sendingSeconds * 1000).toISOString(),
      })
    })

export const handler = memberHandler(
  beginUpload,
  handle(uploadRepository(documentClient), uploadLinks(), rateRepository(documentClient), uploadStore(s3Client)),
  commitTo(documentClient),
)
