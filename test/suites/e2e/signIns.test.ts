import { createHash, randomBytes } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { request } from '../../support/apiClient.ts'
import { clientOf } from '../../support/socketClient.ts'

const { api } = inject('localApi')
const panel = `${api}/panel`

/** Who issues the panel's tokens, as the page says it. */
const issuerOfPanel = async () => {
  const html = await (await fetch(panel)).text()
  const [, issuer = '', clientId = '', scope = ''] =
    /<meta name="issuer" content="([^"]*)" data-client-id="([^"]*)" data-scope="([^"]*)"/.exec(html) ?? []
  const configuration = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()
  const { authorization_endpoint: authorize, token_endpoint: exchange } = configuration as Record<string, string>
  return { authorize: String(authorize), exchange: String(exchange), clientId, scope }
}

/** Signs in as the panel does, and gives the access token. */
const signIn = async (recipient: string, { authorize, exchange, clientId, scope }: Awaited<typeof issuer>) => {
  const verifier = randomBytes(32).toString('base64url')
  const client = { client_id: clientId, redirect_uri: panel }
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const asked = { ...client, response_type: 'code', scope, code_challenge: challenge, code_challenge_method: 'S256' }
  const { headers } = await fetch(`${authorize}?${new URLSearchParams({ ...asked, recipient })}`, {
    redirect: 'manual',
  })
  const code = new URL(headers.get('location') ?? '').searchParams.get('code') ?? ''
  const grant = { ...client, grant_type: 'authorization_code', code, code_verifier: verifier }
  const answer = await fetch(exchange, { method: 'POST', body: new URLSearchParams(grant) })
  return ((await answer.json()) as { readonly access_token: string }).access_token
}

const issuer = issuerOfPanel()

test('after a hundred sign-ins whose tabs were closed without a sign-out, an overlay can be made', async () => {
  const recipient = `sign-ins-${process.pid}`
  const create = (token: string, body: object) => request('POST', '/overlays/commands/create-ticket', { token, body })
  let token = ''
  for (let count = 0; count < 100; count++) {
    token = await signIn(recipient, await issuer)
    // A tab that was closed just now may still count as connected, and a page asks again.
    let session = await create(token, { session: true })
    if (session.status !== 200)
      await expect
        .poll(async () => {
          session = await create(token, { session: true })
          return session.status
        })
        .toBe(200)
    const page = await clientOf(`${session.body.webSocketUrl}?ticket=${session.body.ticket}`)
    await page.close()
  }

  const made = await create(token, { name: 'Main scene' })
  const { body } = await request('GET', '/overlays', { token })

  expect(made).toMatchObject({ status: 200, body: { overlayUrl: expect.stringContaining('#ticket=') } })
  expect(body.content).toMatchObject([{ overlayId: made.body.overlayId, name: 'Main scene' }])
})
