interface AdjustableHandler {
  updateHttpClientConfig(name: string, milliseconds: number): void
}

/** The retry budget of a new client in the SDK. */
const fullCapacity = 500

/**
 * Resets the retry budget that earlier tests have used up. Only tests fail so often, and only
 * successes refill the budget.
 */
export const refillRetries = async (): Promise<void> => {
  const { retryStrategy } = await import('../../../shared/mechanisms/aws/retryStrategy.ts')
  ;(retryStrategy as unknown as { capacity: number }).capacity = fullCapacity
}

/** Makes the clients of the loaded function modules give up an attempt after the given milliseconds. */
export const adjustClients = async (patience: number): Promise<void> => {
  await refillRetries()
  const clients = [
    (await import('../../../shared/mechanisms/aws/documentClient.ts')).dynamoDbClient,
    (await import('../../../shared/mechanisms/aws/kmsClient.ts')).kmsClient,
    (await import('../../../shared/mechanisms/aws/ssmClient.ts')).ssmClient,
    (await import('../../../shared/mechanisms/aws/s3Client.ts')).s3Client,
    (await import('../../../shared/mechanisms/aws/connectionsClient.ts')).connectionsClient,
  ]
  for (const { config } of clients) {
    const handler = config.requestHandler as unknown as AdjustableHandler
    for (const limit of ['requestTimeout', 'socketTimeout']) handler.updateHttpClientConfig(limit, patience)
  }
}
