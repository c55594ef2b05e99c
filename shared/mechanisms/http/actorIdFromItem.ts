/** The id by which the owner's data name a member. It is that of the first invitation, whichever followed. */
export const actorIdFromItem = ({ actorId, place }: { readonly actorId?: unknown; readonly place?: unknown }): string =>
  String(actorId ?? place)
