import { expect, inject, test } from 'vitest'
import { request } from '../../support/apiClient.ts'
import { connectTo } from '../../support/socketClient.ts'

const { issuer, audience, websocket } = inject('localApi')
const panelClient = `${audience}-rotating`

const tokens = async (form: Readonly<Record<string, string>>) => {
  const answer = await fetch(`${issuer}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) })
  return (await answer.json()) as { readonly access_token: string; readonly refresh_token: string }
}
const signedIn = (recipient: string, client: string) =>
  tokens({ grant_type: 'client_credentials', client_id: client, recipient })
const refreshed = (refreshToken: string, client: string) =>
  tokens({ grant_type: 'refresh_token', client_id: client, refresh_token: refreshToken })

test('a refresh token that was handed on to a second device works on both, again and again', async () => {
  const recipient = 'two-devices'
  const first = await signedIn(recipient, audience)
  const deposited = await request('POST', '/otp/create', {
    token: first.access_token,
    body: { refreshToken: first.refresh_token },
  })
  const exchanged = await request('POST', '/otp/exchange', { body: { otp: deposited.body.otp } })
  const devices = [first.refresh_token, exchanged.body.refreshToken]

  for (let round = 0; round < 2; round++)
    for (const [device, refreshToken] of devices.entries()) {
      const next = await refreshed(refreshToken, audience)
      devices[device] = next.refresh_token
      expect(await request('GET', '/overlays', { token: next.access_token })).toMatchObject({ status: 200 })
    }
})

test('tokens of the panel’s own client are accepted by both doors, and each refresh gives another one', async () => {
  const { access_token: token, refresh_token: refreshToken } = await signedIn('panel-client', panelClient)
  const next = await refreshed(refreshToken, panelClient)

  const socket = await connectTo(websocket ?? '', { authorization: `Bearer ${token}` })

  expect(await request('GET', '/overlays', { token })).toMatchObject({ status: 200 })
  expect(await request('GET', '/overlays', { token: next.access_token })).toMatchObject({ status: 200 })
  expect(next.refresh_token).not.toBe(refreshToken)
  if (typeof socket === 'number') expect.fail(`the connection was refused: ${socket}`)
  await socket.close()
})

test('the panel signs people in by its own client', async () => {
  const { body } = await request('GET', '/panel')

  expect(/data-client-id="([^"]*)"/.exec(body)?.[1]).toBe(panelClient)
})
