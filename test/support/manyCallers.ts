interface AdjustableHandler {
  updateHttpClientConfig(name: string, milliseconds: number): void
}

/**
 * Lets hundreds of calls run in this one process. They share its connections and wait for one longer than the functions' clients
 * would wait to connect, which the same calls in a Lambda each do not.
 */
export const allowManyCallers = async (): Promise<void> => {
  const { documentClient } = await import('../../shared/aws/documentClient.ts')
  const { kmsClient } = await import('../../shared/aws/kmsClient.ts')
  for (const { config } of [documentClient, kmsClient]) {
    const handler = config.requestHandler as unknown as AdjustableHandler
    for (const limit of ['connectionTimeout', 'requestTimeout']) handler.updateHttpClientConfig(limit, 20_000)
  }
}
