import { checkedUpload } from '../../shared/areas/uploads/checkedUpload.ts'
import { checkUpload } from '../../shared/areas/uploads/contract.ts'
import { listedUpload, livingUploads, uploadAmong } from '../../shared/areas/uploads/upload.ts'
import { type UploadRepository, uploadRepository } from '../../shared/areas/uploads/uploadRepository.ts'
import { type UploadStore, uploadStore } from '../../shared/areas/uploads/uploadStore.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { Problem } from '../../shared/contract/problem.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { s3Client } from '../../shared/mechanisms/aws/s3Client.ts'
import { commitTo } from '../../shared/mechanisms/http/idempotency.ts'
import { memberHandler } from '../../shared/mechanisms/http/memberHandler.ts'
import { Conflict, retryOnConflict } from '../../shared/mechanisms/store/retryOnConflict.ts'
import { systemClock } from '../../shared/runtime/time/clock.ts'

/**
 * The file is kept before its upload is ready, by a copy that needs what was sent: an upload that is deleted meanwhile
 * leaves no file, and one that this invocation does not live to change keeps its slot until its file is removed.
 */
export const handle =
  (
    repository: Pick<UploadRepository, 'read' | 'change'>,
    files: UploadStore,
    clock = systemClock,
  ): Handle<typeof checkUpload> =>
  ({ recipientId, body: { id } }, commit) =>
    retryOnConflict(async (conflict) => {
      const [seen, now] = [await repository.read(recipientId), new Date(clock())]
      const uploads = livingUploads(seen.uploads, now)
      if (conflict !== undefined && !uploads.some((upload) => upload.id === id)) await files.remove(recipientId, id)
      const upload = uploadAmong(uploads, id)
      if (upload.state !== 'pending') return commit([], listedUpload(upload))
      const file = await files.arrived(recipientId, id)
      if (file === undefined) throw new Problem('not_found', 'The file has not arrived.')
      const checked = checkedUpload(upload, file.content)
      if (checked.type !== undefined && !(await files.keep(recipientId, id, file, checked.type))) throw new Conflict()
      const changed = seen.uploads.map((each) => (each === upload ? checked : each))
      const answer = await commit([repository.change(recipientId, seen, changed)], listedUpload(checked))
      // Not before: a repetition would find nothing to refuse. What a crash leaves behind expires after a day.
      if (checked.type === undefined) await files.remove(recipientId, id)
      return answer
    })

export const handler = memberHandler(
  checkUpload,
  handle(uploadRepository(documentClient), uploadStore(s3Client)),
  commitTo(documentClient),
)
