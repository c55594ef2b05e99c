import { alertBasisReader } from '../../shared/alerts/alertBasis.ts'
import { documentClient } from '../../shared/aws/documentClient.ts'
import { kmsClient } from '../../shared/aws/kmsClient.ts'
import { ssmClient } from '../../shared/aws/ssmClient.ts'
import { keyArn, providerUrl, tableName } from '../../shared/env.ts'
import { donationAlerts } from '../../shared/providers/donationAlerts.ts'
import { donationAlertsDonations } from '../../shared/providers/donationAlertsDonations.ts'
import { streamElements } from '../../shared/providers/streamElements.ts'
import { streamElementsTips } from '../../shared/providers/streamElementsTips.ts'
import { streamlabs } from '../../shared/providers/streamlabs.ts'
import { streamlabsDonations } from '../../shared/providers/streamlabsDonations.ts'
import { accessTokens } from '../../shared/recipients/accessTokens.ts'
import { tokenRefreshRepository } from '../../shared/recipients/tokenRepository.ts'
import { keepingOpen, kmsCipher } from '../../shared/secrets/cipher.ts'
import { providerParameters } from '../../shared/secrets/parameters.ts'
import { donationSourceRepository, donationSourceStore } from '../../shared/sources/donationSourceRepository.ts'
import { onAirRepository } from '../../shared/sources/onAirRepository.ts'
import { sourceAsker } from '../../shared/sources/sourceAsker.ts'
import { sourceWatcher } from '../../shared/sources/sourceWatcher.ts'
import { askSources } from '../../shared/sources/workers.ts'
import { applyOrThrow } from '../../shared/store/commit.ts'
import { leaderRepository } from '../../shared/totals/leaderRepository.ts'
import { type Run, scheduleHandler } from '../../shared/workers/scheduleHandler.ts'

export const handle =
  (watch: ReturnType<typeof sourceWatcher>): Run =>
  () =>
    watch()

const [history, alerts, recipients] = [tableName('history'), tableName('alerts'), tableName('recipients')]
const tokens = tokenRefreshRepository(documentClient, tableName('tokens'))
const cipher = kmsCipher(kmsClient, keyArn('secrets'))
const urls = {
  donationAlerts: providerUrl('donationAlerts', 'api'),
  streamElements: providerUrl('streamElements', 'api'),
  streamlabs: providerUrl('streamlabs', 'api'),
}

export const handler = scheduleHandler(
  askSources,
  handle(
    sourceWatcher({
      worker: askSources.id,
      sources: donationSourceStore(documentClient, tableName('donationSources')),
      isOnAir: onAirRepository(documentClient, { overlays: tableName('overlays'), streams: tableName('streams') })
        .isOnAir,
      ask: sourceAsker({
        worker: askSources.id,
        services: {
          donationAlerts: donationAlertsDonations(urls.donationAlerts),
          streamElements: streamElementsTips(urls.streamElements),
          streamlabs: streamlabsDonations(urls.streamlabs),
        },
        accessTokens: accessTokens(
          tokens,
          { ...cipher, ...keepingOpen(cipher) },
          {
            donationAlerts: donationAlerts(urls.donationAlerts, providerParameters(ssmClient, 'donationAlerts')),
            streamElements: streamElements(urls.streamElements),
            streamlabs: streamlabs(urls.streamlabs, providerParameters(ssmClient, 'streamlabs')),
          },
        ),
        tokens,
        sources: donationSourceRepository(tableName('donationSources')),
        basis: alertBasisReader(documentClient, { recipients, configs: tableName('configs'), history }),
        leaders: leaderRepository(documentClient, tableName('leaders')),
        apply: applyOrThrow(documentClient),
        tables: { history, alerts, deliveries: tableName('deliveries'), recipients },
      }),
    }),
  ),
)
