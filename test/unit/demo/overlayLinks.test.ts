import { expect, onTestFinished, test, vi } from 'vitest'
import { overlayLinks } from '../../demo/overlayLinks.ts'
import type { LocalApi } from '../../harness/localApi.ts'

test('a start prints a new overlay in the place of those that an earlier start made and nobody opened', async () => {
  const overlays = [
    { overlayId: 'unopened', name: 'npm start', lastSeenAt: null },
    { overlayId: 'in OBS', name: 'npm start', lastSeenAt: '2026-03-01T18:30:00Z' },
    { overlayId: 'of the user', name: 'Main scene', lastSeenAt: null },
  ]
  const calls: string[] = []
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body = '' } = {}) => {
    const { pathname, search } = new URL(address)
    if (pathname.endsWith('openid-configuration')) return Response.json({ token_endpoint: 'http://issuer/token' })
    if (pathname === '/token') return Response.json({ access_token: 'token' })
    calls.push(`${method} ${pathname}${search} ${body}`)
    return Response.json(method === 'GET' ? { content: overlays } : { overlayUrl: 'http://api/overlay#ticket=1' })
  })
  onTestFinished(() => void vi.unstubAllGlobals())

  const links = await overlayLinks({ api: 'http://api', issuer: 'http://issuer' } as LocalApi, 'demo')

  expect(links).toEqual([{ name: 'overlay', title: 'Overlay', url: 'http://api/overlay#ticket=1' }])
  expect(calls).toEqual([
    'GET /overlays?size=100 ',
    'POST /overlays/commands/revoke-overlay {"overlayId":"unopened"}',
    'POST /overlays/commands/create-ticket {"name":"npm start"}',
  ])
})
