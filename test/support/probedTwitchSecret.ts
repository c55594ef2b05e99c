import { setTimeout as sleep } from 'node:timers/promises'
import type { SandboxRequest } from '../sandbox/standIn.ts'

/** Milliseconds that the worker behind the link may take. */
const patience = 20_000

/**
 * The secret that a deployment gives Twitch, as Twitch's stand-in got it with a subscription.
 *
 * @param link links a Twitch account, for this alone
 */
export const probedTwitchSecret = (
  log: readonly SandboxRequest[],
  link: () => Promise<unknown>,
): (() => Promise<string>) => {
  const find = () => {
    const given = log.find(({ method, path }) => method === 'POST' && path === '/helix/eventsub/subscriptions')
    return given && (JSON.parse(given.body) as { transport: { secret: string } }).transport.secret
  }
  const probe = async (): Promise<string> => {
    await link()
    for (const end = Date.now() + patience; Date.now() < end; await sleep(50)) {
      const secret = find()
      if (secret !== undefined) return secret
    }
    throw new Error('the deployment has not subscribed to events of Twitch')
  }
  let probed: Promise<string> | undefined
  return () => {
    probed ??= probe()
    return probed
  }
}
