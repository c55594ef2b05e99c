import * as z from 'zod/mini'

/** Who acted for a recipient: a member, as the recipient knows it. */
export const Actor = z.object({ memberId: z.string(), name: z.string() }).register(z.globalRegistry, { id: 'Actor' })
