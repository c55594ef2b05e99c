interface AdjustableHandler {
  updateHttpClientConfig(name: string, milliseconds: number): void
}

/** Retries that a client may make on credit; the SDK's own start value. */
const fullCapacity = 500

/**
 * Forgets what earlier tests have cost the clients in retries: a function that runs for days fails so often only in here, and the
 * credit comes back by successes alone.
 */
export const refillRetries = async (): Promise<void> => {
  const { retryStrategy } = await import('../../shared/aws/retryStrategy.ts')
  ;(retryStrategy as unknown as { capacity: number }).capacity = fullCapacity
}

/** Makes the clients of the function modules, as they are loaded now, give up an attempt after so many milliseconds. */
export const adjustClients = async (patience: number): Promise<void> => {
  await refillRetries()
  const clients = [
    (await import('../../shared/aws/dynamoDbClient.ts')).dynamoDbClient,
    (await import('../../shared/aws/kmsClient.ts')).kmsClient,
    (await import('../../shared/aws/ssmClient.ts')).ssmClient,
    (await import('../../shared/aws/s3Client.ts')).s3Client,
    (await import('../../shared/aws/connectionsClient.ts')).connectionsClient,
  ]
  for (const { config } of clients)
    (config.requestHandler as unknown as AdjustableHandler).updateHttpClientConfig('requestTimeout', patience)
}
