import type { ItemOf } from '../../client/answer.ts'
import { newKey, sha256 } from '../../client/live/newKey.ts'
import { type ButtonAction, removal, type Show, toggle } from '../actionButtons.tsx'
import { isolated, line, timeText } from '../formats.ts'
import { Field, Form } from '../forms.tsx'
import { ListCard } from '../parts.tsx'
import { change, get, list } from '../service.ts'
import { translate } from '../translate.ts'

const accounts = async () => {
  const [tokens, sources] = await Promise.all([list('/recipients/tokens'), list('/platforms/sources')])
  return tokens.map((token) => ({ ...token, source: sources.find(({ id }) => id === token.id) }))
}

const platforms = () => get('/recipients/platforms')

const sourceText = ({ subscription, lastEvent, lastError, missingScopes }: ItemOf<'/platforms/sources'>): string =>
  line(
    translate(`source_${subscription}`),
    lastEvent && `${lastEvent.type}, ${timeText(lastEvent.at)}`,
    lastError?.detail,
    missingScopes.length > 0 && `${translate('missing')}: ${missingScopes.join(', ')}`,
  )

type Platform = Awaited<ReturnType<typeof platforms>>[number]

interface Begun {
  readonly state: string
  readonly verifier: string
}

/**
 * The code of the pasted address, whose `state` is that of this sign-in: a code that somebody else has sent would link
 * somebody else's account (RFC 9700, section 4.7). A code alone is taken where PKCE binds it to this page.
 */
const codeFrom = (given: string, { state }: Begun, isBound: boolean): string => {
  const answered = URL.parse(given)?.searchParams
  if (answered?.get('state') === state) return answered.get('code') ?? ''
  if (answered !== undefined || !isBound) throw new Error(translate('signInForeign'))
  return given
}

const linkWith = async (platform: Platform, given: string, begun: Begun) => {
  const authorizationCode = codeFrom(given.trim(), begun, platform.codeChallengeMethod !== null)
  const codeVerifier = begun.verifier
  const body = { authorizationCode, ...(platform.codeChallengeMethod !== null && { codeVerifier }) }
  await change(platform.linkPath as '/recipients/commands/link-kick', body as never)
}

/** Opens the platform's sign-in page, which leads to the page that the operator has named with a code to paste. */
const begin = async (platform: Platform, show: Show) => {
  const url = new URL(platform.authorizeUrl ?? '')
  const [state, verifier] = [newKey(), newKey()]
  url.searchParams.set('state', state)
  if (platform.codeChallengeMethod !== null) {
    url.searchParams.set('code_challenge', await sha256(verifier))
    url.searchParams.set('code_challenge_method', platform.codeChallengeMethod)
  }
  show(
    <Form name="link" send={({ code = '' }) => linkWith(platform, code, { state, verifier })}>
      <Field name="code" label="codeHint" required />
    </Form>,
  )
  open(url.href, '_blank', 'noreferrer')
}

const buttonsOf = (platform: Platform): readonly ButtonAction[] =>
  platform.configured && platform.authorizeUrl !== null
    ? [{ name: 'signIn', act: (show) => begin(platform, show) }]
    : []

export const AccountsView = () => (
  <>
    <ListCard title="accounts" load={accounts}>
      {({ id, system, account, enabled, relinkRequired, source }) => ({
        key: id,
        name: `${system}: ${isolated(account.name || account.id)}`,
        label: account.name,
        soft: source && !source.lastError && sourceText(source),
        bad: line(relinkRequired && translate('relink'), source?.lastError && sourceText(source)),
        buttons: [
          toggle(enabled, (next) => change('/recipients/tokens/toggle-token', { id, enabled: next })),
          removal(() => change('/recipients/tokens/unlink-token', { id }), { name: 'unlink' }),
        ],
      })}
    </ListCard>
    <ListCard title="linkAccount" load={platforms}>
      {(platform) => ({
        key: platform.platform,
        name: platform.system,
        soft: !platform.configured && translate('notConfigured'),
        buttons: buttonsOf(platform),
      })}
    </ListCard>
  </>
)
