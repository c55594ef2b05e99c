interface AdjustableHandler {
  updateHttpClientConfig(name: string, milliseconds: number): void
}

/** Retries that a client may make on credit; the SDK's own start value. */
const fullCapacity = 500

/**
 * Makes the clients of the function modules, as they are loaded now, give up an attempt after so many milliseconds, and forget what
 * earlier tests have cost them in retries: a function that runs for days fails so often only in here.
 */
export const adjustClients = async (patience: number): Promise<void> => {
  const { retryStrategy } = await import('../../shared/aws/retryStrategy.ts')
  ;(retryStrategy as unknown as { capacity: number }).capacity = fullCapacity
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
