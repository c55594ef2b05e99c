import { createHash } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { platformSignIns } from '../../../../shared/areas/recipients/platformSignIns.ts'
import { startStandIns } from '../../../local/sandbox/startStandIns.ts'

const challenge = createHash('sha256').update('verifier').digest('base64url')

test('who signs in at a platform comes back to the panel at the port of the local API, regression: it was always the usual one', async () => {
  const standIns = await startStandIns({ port: 4711 })
  onTestFinished(() => standIns.stop())
  const { overrides = {}, parameters } = standIns.options
  const stored = parameters?.({ functions: [{ environment: { PARAMETER_PREFIX: '' } }] } as never) ?? {}
  const named = Object.fromEntries(Object.entries(stored).map(([name, value]) => [name.slice(1), value]))
  const base = (platform: string) => overrides[`SIGN_INS_${platform}_URL`] ?? ''
  const signIns = platformSignIns(
    {
      donationAlerts: base('DONATION_ALERTS'),
      kick: base('KICK'),
      streamlabs: base('STREAMLABS'),
      twitch: base('TWITCH'),
      vkLive: base('VK_LIVE'),
    },
    named,
  )

  const arrivals = await Promise.all(
    signIns.map(async ({ authorizeUrl }) => {
      const proof = `&state=s&code_challenge=${challenge}&code_challenge_method=S256`
      const { headers } = await fetch(`${authorizeUrl}${proof}`, { redirect: 'manual' })
      return headers.get('location')?.replace(/code=[\w-]+/, 'code=1')
    }),
  )

  expect(arrivals).toHaveLength(5)
  expect(new Set(arrivals)).toEqual(new Set(['http://127.0.0.1:4711/panel?code=1&state=s']))
})
