/** Does the work for every item in order, a limited number concurrently; the first failure is raised at the end. */
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
