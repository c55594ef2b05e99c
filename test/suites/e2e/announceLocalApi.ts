import { afterAll, beforeAll, inject } from 'vitest'
import { announceApi } from '../../local/runner/cli/runningApis.ts'

/** Registers the API of the tests among the running ones while the file that calls it runs: programs look for its issuer there. */
export const announceLocalApi = (): void => {
  let forget: () => void
  beforeAll(() => {
    const { api, issuer, audience, sandboxLog } = inject('localApi')
    const addresses = { api, issuer, audience, sandboxLog, dynamodb: '', s3: '' }
    forget = announceApi(process.cwd(), { ...addresses, dataFolder: 'memory', pid: process.pid, startedAt: 0 })
  })
  afterAll(() => forget())
}
