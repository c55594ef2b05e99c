/** Does the work for every item in their order, a limited number concurrently. After all have ended, it raises the first failure. */
export const forEachConcurrently = async <T>(
  items: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> => {
  const remaining = items.values()
  const workOn = async (): Promise<void> => {
    for (const item of remaining) await work(item)
  }
  const workers = await Promise.allSettled(Array.from({ length: concurrency }, workOn))
  const failed = workers.find((worker) => worker.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}
