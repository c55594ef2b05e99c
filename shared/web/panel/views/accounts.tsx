import { Component } from 'preact'
import type { ItemOf } from '../../client/answer.ts'
import { type ButtonAction, removal, type Show, toggle } from '../actionButtons.tsx'
import { isolated, line, timeText } from '../formats.ts'
import { Field, type Fields, Form } from '../forms.tsx'
import { beginLink, type Platform, platforms, takeArrived } from '../linking.ts'
import { Card, ListCard } from '../parts.tsx'
import { change, list } from '../service.ts'
import { textOfCode, translate } from '../translate.ts'

const accounts = async () => {
  const [tokens, sources] = await Promise.all([list('/recipients/tokens'), list('/platforms/sources')])
  return tokens.map((token) => ({ ...token, source: sources.find(({ id }) => id === token.id) }))
}

/** The events that come by a scope alone. */
const eventsByScope: Readonly<Record<string, readonly string[]>> = {
  'events:subscribe': ['follow', 'subscription', 'subscription-gift'],
  'kicks:read': ['kick-gift'],
  'moderator:read:followers': ['follow'],
  'channel:read:subscriptions': ['subscription', 'subscription-gift'],
  'bits:read': ['cheer'],
}

const eventsOf = (scope: string): readonly string[] =>
  eventsByScope[scope]?.map((event) => textOfCode('event', event)) ?? [scope]

const sourceText = ({ subscription, lastEvent, lastError, missingScopes }: ItemOf<'/platforms/sources'>): string =>
  line(
    translate(`source_${subscription}`),
    lastEvent && `${textOfCode('event', lastEvent.type)}, ${timeText(lastEvent.at)}`,
    lastError && textOfCode('problem', lastError.code, ''),
    missingScopes.length > 0 && translate('missingScopes', { events: missingScopes.flatMap(eventsOf).join(', ') }),
  )

/** Begins to link; the address where the user has arrived is asked for only where it is no page of this panel. */
const begin = async (platform: Platform, show: Show) => {
  const linkBy = await beginLink(platform)
  if (linkBy === undefined) return
  show(
    <Form name="link" send={({ code = '' }) => linkBy(code)}>
      <Field name="code" label="codeHint" required />
    </Form>,
  )
}

const buttonsOf = (platform: Platform): readonly ButtonAction[] =>
  platform.configured && platform.authorizeUrl !== null
    ? [{ name: 'signIn', act: (show) => begin(platform, show) }]
    : []

interface Outcome {
  readonly problem?: string
  readonly isDone?: boolean
}

/** What comes of a sign-in from which the user has just come back. */
class Arrival extends Component<object, Outcome> {
  override state: Outcome = {}

  override componentDidMount() {
    takeArrived()?.().then(
      () => this.setState({ isDone: true }),
      ({ message }: Error) => this.setState({ problem: message }),
    )
  }

  override render(_props: object, { problem, isDone }: Outcome) {
    if (problem !== undefined)
      return (
        <p class="bad" role="alert">
          {problem}
        </p>
      )
    return isDone ? (
      <p class="good" role="status">
        {translate('linked')}
      </p>
    ) : null
  }
}

const linkStreamElements = ({ credential = '' }: Fields) =>
  change('/sources/commands/link-source', { service: 'streamElements', credential: credential.trim() })

export const AccountsView = () => (
  <>
    <ListCard title="accounts" load={accounts} before={<Arrival />}>
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
    <div class="column">
      <ListCard title="linkAccount" load={platforms}>
        {(platform) => ({
          key: platform.platform,
          name: platform.system,
          soft: !platform.configured && translate('notConfigured'),
          buttons: buttonsOf(platform),
        })}
      </ListCard>
      <Card title="linkStreamElements">
        <Form name="link" send={linkStreamElements} done="linked">
          <Field name="credential" label="jwtToken" type="password" maxLength={2048} required />
        </Form>
      </Card>
    </div>
  </>
)
