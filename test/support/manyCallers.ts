interface AdjustableHandler {
  updateHttpClientConfig(name: string, milliseconds: number): void
}

/**
 * Lets hundreds of calls run in this one process. They share its connections, and wait for one longer than the functions' clients wait
 * to connect. In Lambda each call has an execution environment of its own, and does not wait.
 */
export const allowManyCallers = async (): Promise<void> => {
  const { documentClient } = await import('../../shared/mechanisms/aws/documentClient.ts')
  const { kmsClient } = await import('../../shared/mechanisms/aws/kmsClient.ts')
  for (const { config } of [documentClient, kmsClient]) {
    const handler = config.requestHandler as unknown as AdjustableHandler
    for (const limit of ['connectionTimeout', 'requestTimeout', 'socketTimeout'])
      handler.updateHttpClientConfig(limit, 20_000)
  }
}
