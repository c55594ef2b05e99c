import { getDonationPage } from '../../shared/areas/donors/contract.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { gzipped, takingGzip } from '../../shared/mechanisms/http/gzipped.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import { type TranslatedPage, translatedPage } from '../../shared/mechanisms/http/webPage.ts'
import page from '../../shared/web/donation/page.json' with { type: 'json' }

export const handle = (built: TranslatedPage): Handle<typeof getDonationPage> => {
  // A picture of elsewhere would reveal the donor to its host.
  const answer = translatedPage(built, {}, { images: 'data:', ancestors: "'none'" })
  return async (request) => answer(request)
}

export const handler = gzipped(httpHandler(getDonationPage, takingGzip(handle(page))))
