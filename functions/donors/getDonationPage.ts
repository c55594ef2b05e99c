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

/** What cannot be read is asked for again after this time. */
const failureKeptMs = 1000

/** A link to the page is shared with its title and description, which name the streamer where there is a page. */
const headTexts = (
  name: string | undefined,
  { title = '', donateTo = '', description = '' }: Readonly<Record<string, string>>,
) => {
  if (name === undefined) return { description: title }
  const naming = (text: string): string => text.replace('{name}', () => name)
  return { title: naming(donateTo), description: naming(description) }
}

/** The face is in the page itself: its host would learn of the donor, and no bucket is public. */
export const handle = (
  built: TranslatedPage,
  configs: Pick<ConfigValueStore, 'paymentPage'>,
  pictureOf: InlinePicture,
  clock = systemClock,
): Handle<typeof getDonationPage> => {
  const answer = translatedPage(built, {}, { images: 'data:', ancestors: "'none'" })
  const kept = <Value>(read: (key: string) => Promise<Value>) =>
    cached(pageKeptMs, read, () => true, clock, failureKeptMs)
  const pageOf = kept(async (recipientId) => donorPageFromConfig((await configs.paymentPage(recipientId)).value))
  const faceOf = kept((place) => {
    const [recipientId, id] = JSON.parse(place) as readonly [string, string]
    return pictureOf(recipientId, id, mostFaceBytes)
  })

  return async (request) => {
    const { recipientId } = request.params
    const without = (what: string) => (error: unknown) => {
      log('WARN', `the donation page is shown without ${what}`, {
        operation: getDonationPage.id,
        recipientId,
        error: loggedError(error),
      })
      return undefined
    }
    const { name, faceUpload } = (await pageOf(recipientId).catch(without('its name'))) ?? {}
    const place = faceUpload && JSON.stringify([recipientId, faceUpload])
    const face = place && (await faceOf(place).catch(without('its face')))
    return answer(request, (texts) => ({ face: face ?? '', ...headTexts(name, texts) }))
  }
}

export const handler = gzipped(
  httpHandler(getDonationPage, takingGzip(handle(page, configValueStore(documentClient), inlinePicture()))),
)
