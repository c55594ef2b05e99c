interface AdjustableHandler {
  updateHttpClientConfig(name: string, milliseconds: number): void
}

/** Retries that a client may make on credit; the SDK's own start value. */
const fullCapacity = 500

/**
 * Resets the retry budget that earlier tests have used up: only tests fail so often, and the
 * budget is refilled only by successes.
 */
export const refillRetries = async (): Promise<void> => {
  const { retryStrategy } = await import('../../shared/aws/retryStrategy.ts')
  ;(retryStrategy as unknown as { capacity: number }).capacity = fullCapacity
}

/** Makes the clients of the function modules, as they are loaded now, give up an attempt after so many milliseconds. */
export const adjustClients = async (patience: number): Promise<void> => {
  await refillRetries()
  const clients = [
    (await import('../../shared/aws/documentClient.ts')).dynamoDbClient,
    (await import('../../shared/aws/kmsClient.ts')).kmsClient,
    (await import('../../shared/aws/ssmClient.ts')).ssmClient,
    (await import('../../shared/aws/s3Client.ts')).s3Client,
    (await import('../../shared/aws/connectionsClient.ts')).connectionsClient,
  ]
  for (const { config } of clients)
    (config.requestHandler as unknown as AdjustableHandler).updateHttpClientConfig('requestTimeout', patience)
}
