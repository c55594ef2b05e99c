import type { Handle } from '../../shared/contract/handle.ts'
import { getDonationPage } from '../../shared/donors/contract.ts'
import { gzipped } from '../../shared/http/gzipped.ts'
import { httpHandler } from '../../shared/http/httpHandler.ts'
import { type TranslatedPage, translatedPage } from '../../shared/http/webPage.ts'
import page from '../../shared/webPages/donation/page.json' with { type: 'json' }

export const handle = (built: TranslatedPage): Handle<typeof getDonationPage> => {
  // A picture of elsewhere would reveal the donor to its host.
  const answer = translatedPage(built, {}, { images: 'data:', ancestors: "'none'" })
  return async (request) => answer(request)
}

export const handler = gzipped(httpHandler(getDonationPage, handle(page)))
