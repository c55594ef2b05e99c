/** Partitions of an index of what is due: each takes 1,000 changes a second. */
export const dueShards: readonly string[] = ['0', '1', '2', '3']

/** When somebody has to look at something again, as the keys of such an index. The last character of an id is as good as random. */
export const dueAttributes = (id: string, at: number) => ({
  dueAt: new Date(at).toISOString(),
  dueShard: String(id.charCodeAt(id.length - 1) % dueShards.length),
})
