import { worker } from '../../contract/worker.ts'

/** Follows the deletion of a link, and is repeated for an hour until the platform answers. */
export const revokeTokens = worker({
  id: 'revokeTokens',
  summary: 'Revokes the tokens of links that were removed, at their platforms',
  source: {
    stream: 'tokens',
    events: ['REMOVE'],
    batchSize: 10,
    maximumRetryAttempts: 10,
    maximumRecordAgeSeconds: 3600,
    parallelizationFactor: 10,
  },
  access: { tokens: ['GetItem'], accountLinks: ['GetItem'], 'key:secrets.tokens': ['Decrypt'] },
  providers: ['kickRevocation', 'vkLive', 'twitch'],
  timeoutSeconds: 60,
  memoryMb: 512,
})
