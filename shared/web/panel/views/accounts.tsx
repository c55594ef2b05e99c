import type { ItemOf } from '../../client/answer.ts'
import { newKey, sha256 } from '../../client/live/newKey.ts'
import { type Deed, removal, type Show, toggle } from '../deeds.tsx'
import { isolated, line, timeText } from '../formats.ts'
import { Field, Form } from '../forms.tsx'
import { ListCard } from '../parts.tsx'
import { say } from '../say.ts'
import { change, get, list } from '../service.ts'

const accounts = async () => {
  const [tokens, sources] = await Promise.all([list('/recipients/tokens'), list('/platforms/sources')])
  return tokens.map((token) => ({ ...token, source: sources.find(({ id }) => id === token.id) }))
}

const platforms = () => get('/recipients/platforms')

const sourceText = ({ subscription, lastEvent, lastError, missingScopes }: ItemOf<'/platforms/sources'>): string =>
  line(
    say(`source_${subscription}`),
    lastEvent && `${lastEvent.type}, ${timeText(lastEvent.at)}`,
    lastError?.detail,
    missingScopes.length > 0 && `${say('missing')}: ${missingScopes.join(', ')}`,
  )

type Platform = Awaited<ReturnType<typeof platforms>>[number]

const linkWith = async (platform: Platform, given: string, codeVerifier: string) => {
  // The address of the page may be pasted whole.
  const authorizationCode = URL.parse(given.trim())?.searchParams.get('code') ?? given.trim()
  const body = { authorizationCode, ...(platform.codeChallengeMethod !== null && { codeVerifier }) }
  await change(platform.linkPath as '/recipients/commands/link-kick', body as never)
}

/** Opens the platform's sign-in page, which leads to the page that the operator has named with a code to paste. */
const begin = async (platform: Platform, show: Show) => {
  const url = new URL(platform.authorizeUrl ?? '')
  const verifier = newKey()
  url.searchParams.set('state', newKey())
  if (platform.codeChallengeMethod !== null) {
    url.searchParams.set('code_challenge', await sha256(verifier))
    url.searchParams.set('code_challenge_method', platform.codeChallengeMethod)
  }
  show(
    <Form name="link" send={({ code = '' }) => linkWith(platform, code, verifier)}>
      <Field name="code" label="codeHint" required />
    </Form>,
  )
  open(url.href, '_blank', 'noreferrer')
}

const deedsOf = (platform: Platform): readonly Deed[] =>
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
        bad: line(relinkRequired && say('relink'), source?.lastError && sourceText(source)),
        deeds: [
          toggle(enabled, (next) => change('/recipients/tokens/toggle-token', { id, enabled: next })),
          removal(() => change('/recipients/tokens/unlink-token', { id }), { name: 'unlink' }),
        ],
      })}
    </ListCard>
    <ListCard title="linkAccount" load={platforms}>
      {(platform) => ({
        key: platform.platform,
        name: platform.system,
        soft: !platform.configured && say('notConfigured'),
        deeds: deedsOf(platform),
      })}
    </ListCard>
  </>
)
