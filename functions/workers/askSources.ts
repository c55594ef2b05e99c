import { alertBasisReader } from '../../shared/areas/alerts/alertBasis.ts'
import { leaderRepository } from '../../shared/areas/leaders/leaderRepository.ts'
import { accessTokens } from '../../shared/areas/recipients/accessTokens.ts'
import { tokenRefreshRepository } from '../../shared/areas/recipients/tokenRepository.ts'
import { donationSourceRepository, donationSourceStore } from '../../shared/areas/sources/donationSourceRepository.ts'
import { onAirRepository } from '../../shared/areas/sources/onAirRepository.ts'
import { pollDonations } from '../../shared/areas/sources/pollDonations.ts'
import { sourceWatcher } from '../../shared/areas/sources/sourceWatcher.ts'
import { askSources } from '../../shared/areas/sources/workers.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { kmsClient } from '../../shared/mechanisms/aws/kmsClient.ts'
import { ssmClient } from '../../shared/mechanisms/aws/ssmClient.ts'
import { keepingOpen, kmsCipher } from '../../shared/mechanisms/secrets/cipher.ts'
import { providerParameters } from '../../shared/mechanisms/secrets/parameters.ts'
import { applyOrThrow } from '../../shared/mechanisms/store/commit.ts'
import { type Run, scheduleHandler } from '../../shared/mechanisms/workers/scheduleHandler.ts'
import { donationAlerts } from '../../shared/providers/donationAlerts.ts'
import { donationAlertsDonations } from '../../shared/providers/donationAlertsDonations.ts'
import { streamElements } from '../../shared/providers/streamElements.ts'
import { streamElementsTips } from '../../shared/providers/streamElementsTips.ts'
import { streamlabs } from '../../shared/providers/streamlabs.ts'
import { streamlabsDonations } from '../../shared/providers/streamlabsDonations.ts'
import { providerUrl, tableNames } from '../../shared/runtime/env.ts'

export const handle =
  (watch: ReturnType<typeof sourceWatcher>): Run =>
  () =>
    watch()

const tokens = tokenRefreshRepository(documentClient)
const cipher = kmsCipher(kmsClient)
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
      sources: donationSourceStore(documentClient),
      isOnAir: onAirRepository(documentClient).isOnAir,
      ask: pollDonations({
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
        sources: donationSourceRepository(),
        basis: alertBasisReader(documentClient, tableNames('recipients', 'configs', 'history')),
        leaders: leaderRepository(documentClient),
        apply: applyOrThrow(documentClient),
        tables: tableNames('history', 'alerts', 'deliveries', 'recipients'),
      }),
    }),
  ),
)
