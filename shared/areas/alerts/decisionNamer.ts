import type * as z from 'zod/mini'
import type { ActorReader } from '../members/actorReader.ts'
import type { DecidedAlert } from './alert.ts'
import type { ListedAlert } from './contract.ts'

export type AlertNamer = (alert: DecidedAlert) => z.input<typeof ListedAlert>

/** Names the members who decided on alerts, or says that they are members no more. Without any it reads nothing. */
export const decisionNamer = async (
  readActors: ActorReader,
  recipientId: string,
  items: readonly { readonly decidedBy?: unknown }[],
): Promise<AlertNamer> => {
  const isDecided = items.some(({ decidedBy }) => decidedBy)
  const actors = isDecided ? await readActors(recipientId) : undefined
  return ({ decidedBy, ...alert }) => ({
    ...alert,
    ...(decidedBy !== undefined && { decidedBy: actors?.get(decidedBy) ?? null }),
  })
}
