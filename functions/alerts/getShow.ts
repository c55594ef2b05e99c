import { isHeldKnown } from '../../shared/areas/alerts/findHeld.ts'
import { type HeldAlerts, heldAlerts } from '../../shared/areas/alerts/heldAlerts.ts'
import { isModerationReadable } from '../../shared/areas/alerts/moderationSetting.ts'
import { levelsConfig } from '../../shared/areas/alerts/rules.ts'
import { storedShow, waitingAlerts } from '../../shared/areas/alerts/show.ts'
import { getShow } from '../../shared/areas/alerts/showContract.ts'
import { type ConfigValueStore, configValueStore } from '../../shared/areas/config/configRepository.ts'
import { type ActorReader, actorReader } from '../../shared/areas/members/actorReader.ts'
import { listedOverlay } from '../../shared/areas/overlays/listedOverlay.ts'
import { lastShown } from '../../shared/areas/overlays/overlay.ts'
import { showsAlerts } from '../../shared/areas/overlays/overlayParts.ts'
import { type OverlayRepository, overlayRepository } from '../../shared/areas/overlays/overlayRepository.ts'
import { type TotalsRepository, totalsRepository } from '../../shared/areas/totals/totalsRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { memberHandler } from '../../shared/mechanisms/http/memberHandler.ts'
import { systemClock } from '../../shared/runtime/time/clock.ts'
import { epochSeconds } from '../../shared/runtime/time/utc.ts'

export const handle =
  (
    totals: Pick<TotalsRepository, 'read'>,
    overlays: Pick<OverlayRepository, 'list'>,
    heldOnes: Pick<HeldAlerts, 'count'>,
    configs: Pick<ConfigValueStore, 'find'>,
    readActors: ActorReader,
    clock = systemClock,
  ): Handle<typeof getShow> =>
  async ({ recipientId }) => {
    const now = new Date(clock())
    const [known, all, indexed, rules] = await Promise.all([
      totals.read(recipientId),
      overlays.list(recipientId),
      heldOnes.count(recipientId, now),
      configs.find(recipientId, levelsConfig),
    ])
    const { alerts } = known
    const held = isHeldKnown(known) ? indexed : null
    const show = storedShow(known.show)
    const listed = all
      .filter((overlay) => showsAlerts(overlay) && overlay.expiresAt > epochSeconds(now))
      .map((overlay) => {
        const { overlayId, name, connected } = listedOverlay(overlay, now)
        return { overlayId, name, connected, waiting: waitingAlerts(alerts, lastShown(overlay), show) }
      })
    const counted = listed.some(({ connected }) => connected) ? listed.filter(({ connected }) => connected) : listed
    const { paused = false, muted = false, changedAt = null, decidedBy: actorId } = show ?? {}
    const decidedBy = actorId && { decidedBy: (await readActors(recipientId)).get(actorId) ?? null }
    const waiting = Math.max(0, ...counted.map((overlay) => overlay.waiting))
    const moderationIsReadable = isModerationReadable(rules)
    return { paused, muted, changedAt, ...decidedBy, held, moderationIsReadable, waiting, overlays: listed }
  }

export const handler = memberHandler(
  getShow,
  handle(
    totalsRepository(documentClient),
    overlayRepository(documentClient),
    heldAlerts(documentClient),
    configValueStore(documentClient),
    actorReader(documentClient),
  ),
)
