import { type ConfigValueStore, configValueStore } from '../../shared/areas/config/configRepository.ts'
import { getDonationPage } from '../../shared/areas/donors/contract.ts'
import { donorPageFromConfig, pageKeptMs } from '../../shared/areas/donors/donorPage.ts'
import { mostFaceBytes } from '../../shared/areas/donors/mostFaceBytes.ts'
import { type InlinePicture, inlinePicture } from '../../shared/areas/uploads/inlinePicture.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { gzipped, takingGzip } from '../../shared/mechanisms/http/gzipped.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { type TranslatedPage, translatedPage } from '../../shared/mechanisms/http/webPage.ts'
import { cached } from '../../shared/runtime/cached.ts'
import { log, loggedError } from '../../shared/runtime/log.ts'
import { systemClock } from '../../shared/runtime/time/clock.ts'
import page from '../../shared/web/donation/page.json' with { type: 'json' }

/** A face that cannot be read is asked for again after this time. */
const failureKeptMs = 1000

/** The face is in the page itself: its host would learn of the donor, and no bucket is public. */
export const handle = (
  built: TranslatedPage,
  configs: Pick<ConfigValueStore, 'paymentPage'>,
  pictureOf: InlinePicture,
  clock = systemClock,
): Handle<typeof getDonationPage> => {
  const answer = translatedPage(built, {}, { images: 'data:', ancestors: "'none'" })
  const read = async (recipientId: string): Promise<string> => {
    const { value } = await configs.paymentPage(recipientId)
    const id = donorPageFromConfig(value)?.faceUpload
    return (id && (await pictureOf(recipientId, id, mostFaceBytes))) ?? ''
  }
  const faceOf = cached(pageKeptMs, read, () => true, clock, failureKeptMs)

  return async (request) => {
    const { recipientId } = request.params
    const face = await faceOf(recipientId).catch((error: unknown) => {
      log('WARN', 'the donation page is shown without its face', {
        operation: getDonationPage.id,
        recipientId,
        error: loggedError(error),
      })
      return ''
    })
    return answer(request, { face })
  }
}

export const handler = gzipped(
  httpHandler(getDonationPage, takingGzip(handle(page, configValueStore(documentClient), inlinePicture()))),
)
