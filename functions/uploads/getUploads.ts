import { getUploads } from '../../shared/areas/uploads/contract.ts'
import { bytesOf, listedUpload, livingUploads } from '../../shared/areas/uploads/upload.ts'
import { type UploadLinks, uploadLinks } from '../../shared/areas/uploads/uploadLinks.ts'
import { type UploadRepository, uploadRepository } from '../../shared/areas/uploads/uploadRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { memberHandler } from '../../shared/mechanisms/http/memberHandler.ts'
import { systemClock } from '../../shared/runtime/time/clock.ts'

export const handle =
  (
    repository: Pick<UploadRepository, 'read'>,
    links: Pick<UploadLinks, 'read'>,
    clock = systemClock,
  ): Handle<typeof getUploads> =>
  async ({ recipientId }) => {
    const uploads = livingUploads((await repository.read(recipientId)).uploads, new Date(clock()))
    const linked = uploads.map((upload) => ({
      ...listedUpload(upload),
      url: upload.state === 'ready' ? links.read(recipientId, upload.id) : null,
    }))
    return { uploads: linked, bytes: bytesOf(uploads) }
  }

export const handler = memberHandler(getUploads, handle(uploadRepository(documentClient), uploadLinks()))
