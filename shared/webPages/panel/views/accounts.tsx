import { useState } from 'preact/hooks'
import { base64Url, newKey } from '../../../client/live/newKey.ts'
import { answered } from '../answered.ts'
import { Act, Card, Field, type Fields, Form, Rows, Shown, timeText, useLoaded } from '../parts.tsx'
import { say } from '../say.ts'
import { service } from '../session.ts'

const accounts = async () => {
  const query = { size: 100 }
  const [tokens, sources] = await Promise.all([
    answered(service.GET('/recipients/tokens', { params: { query } })),
    answered(service.GET('/platforms/sources', { params: { query } })),
  ])
  return tokens.content.map((token) => ({ ...token, source: sources.content.find(({ id }) => id === token.id) }))
}

const platforms = () => answered(service.GET('/recipients/platforms'))

type Platform = Awaited<ReturnType<typeof platforms>>[number]

const digestOf = async (verifier: string) =>
  base64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))))

/** Opens the platform's sign-in page, which leads to the page that the operator has named with a code to paste. */
const Link = ({ platform, linked }: { readonly platform: Platform; readonly linked: () => Promise<void> }) => {
  const [verifier, setVerifier] = useState('')
  const begin = async () => {
    const url = new URL(platform.authorizeUrl ?? '')
    const next = newKey()
    url.searchParams.set('state', newKey())
    if (platform.codeChallengeMethod !== null) {
      url.searchParams.set('code_challenge', await digestOf(next))
      url.searchParams.set('code_challenge_method', platform.codeChallengeMethod)
    }
    setVerifier(next)
    open(url.href, '_blank', 'noreferrer')
  }
  const send = async ({ code = '' }: Fields) => {
    // The address of the page may be pasted whole.
    const authorizationCode = URL.parse(code.trim())?.searchParams.get('code') ?? code.trim()
    const body = { authorizationCode, ...(platform.codeChallengeMethod !== null && { codeVerifier: verifier }) }
    await answered(service.POST(platform.linkPath as '/recipients/commands/link-kick', { body: body as never }))
    await linked()
  }
  return (
    <li>
      <div class="what">
        <h3>{platform.system}</h3>
        {platform.configured ? null : <small class="soft">{say('notConfigured')}</small>}
        {verifier === '' ? null : (
          <Form send={send} action={say('link')}>
            <Field name="code" label={say('codeHint')} required />
          </Form>
        )}
      </div>
      {platform.configured && platform.authorizeUrl !== null ? (
        <Act label={platform.system} act={begin}>
          {say('signIn')}
        </Act>
      ) : null}
    </li>
  )
}

export const AccountsView = () => {
  const loaded = useLoaded(accounts)
  const known = useLoaded(platforms)
  return (
    <>
      <Card title={say('accounts')}>
        <Shown of={loaded}>
          {(all) => (
            <Rows of={all}>
              {({ id, system, account, enabled, relinkRequired, source }) => (
                <li key={id}>
                  <div class="what">
                    <span>
                      {system}: <b dir="auto">{account.name || account.id}</b>
                    </span>
                    {relinkRequired ? <small class="bad">{say('relink')}</small> : null}
                    {source === undefined ? null : (
                      <small class={source.lastError ? 'bad' : 'soft'}>
                        {say(`source_${source.subscription}`)}
                        {source.lastEvent ? ` · ${source.lastEvent.type}, ${timeText(source.lastEvent.at)}` : ''}
                        {source.lastError ? ` · ${source.lastError.detail}` : ''}
                        {source.missingScopes.length > 0
                          ? ` · ${say('missing')}: ${source.missingScopes.join(', ')}`
                          : ''}
                      </small>
                    )}
                  </div>
                  <span class="acts">
                    <Act
                      label={account.name}
                      act={() =>
                        answered(
                          service.POST('/recipients/tokens/toggle-token', { body: { id, enabled: !enabled } }),
                        ).then(loaded.reload)
                      }
                    >
                      {enabled ? say('disable') : say('enable')}
                    </Act>
                    <Act
                      label={account.name}
                      sure={say('deleteSure')}
                      act={() =>
                        answered(service.POST('/recipients/tokens/unlink-token', { body: { id } })).then(loaded.reload)
                      }
                    >
                      {say('unlink')}
                    </Act>
                  </span>
                </li>
              )}
            </Rows>
          )}
        </Shown>
      </Card>
      <Card title={say('linkAccount')}>
        <Shown of={known}>
          {(all) => (
            <Rows of={all}>
              {(platform) => <Link key={platform.platform} platform={platform} linked={loaded.reload} />}
            </Rows>
          )}
        </Shown>
      </Card>
    </>
  )
}
