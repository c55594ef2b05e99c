import { deleteUpload } from '../../shared/areas/uploads/contract.ts'
import { livingUploads, uploadAmong } from '../../shared/areas/uploads/upload.ts'
import { type UploadRepository, uploadRepository } from '../../shared/areas/uploads/uploadRepository.ts'
import { type UploadStore, uploadStore } from '../../shared/areas/uploads/uploadStore.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { s3Client } from '../../shared/mechanisms/aws/s3Client.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { memberHandler } from '../../shared/mechanisms/http/memberHandler.ts'
import { retryOnConflict } from '../../shared/mechanisms/store/retryOnConflict.ts'
import { systemClock } from '../../shared/runtime/time/clock.ts'

/** The file goes first: while its upload is there, a deletion that failed can be repeated. */
export const handle =
  (
    repository: Pick<UploadRepository, 'read' | 'change'>,
    files: Pick<UploadStore, 'remove'>,
    clock = systemClock,
  ): Handle<typeof deleteUpload> =>
  ({ recipientId, body: { id } }, commit) =>
    retryOnConflict(async () => {
      const seen = await repository.read(recipientId)
      const upload = uploadAmong(livingUploads(seen.uploads, new Date(clock())), id)
      await files.remove(recipientId, id)
      const rest = seen.uploads.filter((each) => each !== upload)
      return commit([repository.change(recipientId, seen, rest)], {})
    })

export const handler = memberHandler(
  deleteUpload,
  handle(uploadRepository(documentClient), uploadStore(s3Client)),
  commitTo(documentClient),
)
