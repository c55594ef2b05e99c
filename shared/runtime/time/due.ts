/** The partitions of an index of due items. Each takes 1,000 changes per second. */
export const dueShards: readonly string[] = ['0', '1', '2', '3']

/**
 * The index keys of an item that is due at `at`, in epoch milliseconds. The last character of an id is random enough to
 * choose a partition.
 */
export const dueAttributes = (
  id: string,
  at: number,
  dueShard = String(id.charCodeAt(id.length - 1) % dueShards.length),
) => ({ dueAt: new Date(at).toISOString(), dueShard })
