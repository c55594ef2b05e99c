import { type AlertRepository, alertRepository } from '../../shared/areas/alerts/alertRepository.ts'
import { listAlerts } from '../../shared/areas/alerts/contract.ts'
import { type AlertNamer, decisionNamer } from '../../shared/areas/alerts/decisionNamer.ts'
import { findAlerts } from '../../shared/areas/alerts/findAlerts.ts'
import { findHeld } from '../../shared/areas/alerts/findHeld.ts'
import { decidableSince } from '../../shared/areas/alerts/held.ts'
import { type HeldAlerts, heldAlerts } from '../../shared/areas/alerts/heldAlerts.ts'
import { systemsMeant } from '../../shared/areas/history/systemsMeant.ts'
import { type ActorReader, actorReader } from '../../shared/areas/members/actorReader.ts'
import { type TotalsRepository, totalsRepository } from '../../shared/areas/totals/totalsRepository.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { documentClient } from '../../shared/mechanisms/aws/documentClient.ts'
import { kmsClient } from '../../shared/mechanisms/aws/kmsClient.ts'
import { memberHandler } from '../../shared/mechanisms/http/memberHandler.ts'
import { answerPage } from '../../shared/mechanisms/page/answerPage.ts'
import { type CursorKey, cursorKeyFrom } from '../../shared/mechanisms/page/cursor.ts'
import { ownSystem } from '../../shared/runtime/env.ts'
import { systemClock } from '../../shared/runtime/time/clock.ts'

const newestFirst = { property: 'createdAt', ascending: false }

interface Ports {
  readonly alerts: AlertRepository
  readonly held: HeldAlerts
  readonly totals: Pick<TotalsRepository, 'read' | 'recordHeldSearch'>
  readonly readActors: ActorReader
  readonly cursorKey: CursorKey
  readonly ownName: string
  readonly clock?: typeof systemClock
}

export const handle = (ports: Ports): Handle<typeof listAlerts> => {
  const { alerts, totals, readActors, cursorKey, ownName, clock = systemClock } = ports
  return ({ recipientId, member, query }) => {
    const { after, before, hidden, nickname, system, levelName } = query
    const held = query.held === undefined ? undefined : { is: query.held, since: decidableSince(new Date(clock())) }
    const systems = system === undefined ? undefined : systemsMeant([system], ownName)
    const filter = { hidden, held, nickname, systems, levelName }
    return answerPage<ReturnType<AlertNamer>, number>({
      recipientId,
      member,
      operation: listAlerts,
      query,
      sortable: [newestFirst.property],
      byDefault: newestFirst,
      cursorKey,
      find: async (slice, [{ ascending }]) => {
        const sought = { recipientId, period: { after, before }, filter, ascending }
        const { entries, ...found } = held?.is
          ? await findHeld(ports, sought, slice, new Date(clock()))
          : await findAlerts(alerts, totals, sought, slice)
        const read = entries.map(({ item }) => item)
        const named = await decisionNamer(readActors, recipientId, read)
        return { ...found, entries: entries.map(({ item, key }) => ({ item: named(item), key })) }
      },
    })
  }
}

export const handler = memberHandler(
  listAlerts,
  handle({
    alerts: alertRepository(documentClient),
    held: heldAlerts(documentClient),
    totals: totalsRepository(documentClient),
    readActors: actorReader(documentClient),
    cursorKey: cursorKeyFrom(kmsClient),
    ownName: ownSystem(),
  }),
)
