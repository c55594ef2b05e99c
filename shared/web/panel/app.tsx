import { Component, type VNode } from 'preact'
import { languageNames, languages } from '../../contract/languages.ts'
import { chooseLanguage } from '../chosenLanguage.ts'
import type { paths } from '../client/generated/api.ts'
import { ActionButton } from './actionButtons.tsx'
import { channel, forgetChannel, may, takeEnded } from './channel.ts'
import { forgetInvitation } from './invitation.ts'
import { forgetLink } from './linking.ts'
import { type Live, listenLive, nothingLive, presentShow } from './live.ts'
import { Loaded } from './parts.tsx'
import { signIn } from './session.ts'
import { type TextName, translate } from './translate.ts'
import { AccountsView } from './views/accounts.tsx'
import { ActionsView } from './views/actions.tsx'
import { AnnouncersView } from './views/announcers.tsx'
import { Channels } from './views/channels.tsx'
import { OwnDataView } from './views/data.tsx'
import { EndpointsView } from './views/endpoints.tsx'
import { GatewaysView } from './views/gateways.tsx'
import { HistoryView } from './views/history.tsx'
import { InvitationCard, InvitationNotice } from './views/invitation.tsx'
import { MembersView } from './views/members.tsx'
import { NewsView } from './views/news.tsx'
import { Now } from './views/now.tsx'
import { OverlaysView } from './views/overlays.tsx'
import { RulesView } from './views/rules.tsx'
import { TraceView } from './views/trace.tsx'
import { VideosView } from './views/videos.tsx'

const Languages = () => (
  <select aria-label={translate('languages')} onChange={({ currentTarget }) => chooseLanguage(currentTarget.value)}>
    {languages.map((language) => (
      <option key={language} value={language} selected={language === document.documentElement.lang}>
        {languageNames[language]}
      </option>
    ))}
  </select>
)

const begin = () =>
  signIn.begin().catch(() => {
    throw new Error(translate('issuerUnreachable'))
  })

export const Welcome = ({ failure }: { readonly failure: string }) => (
  <main class="card">
    <h1>{translate('panel')}</h1>
    <p>{translate('welcome')}</p>
    <InvitationNotice />
    <ActionButton main name="signIn" act={begin} />
    <p class="bad" role="alert">
      {failure}
    </p>
    <Languages />
  </main>
)

/** The views by the fragments of their addresses, which name their titles too, and what each needs to read. */
const views: Readonly<Record<string, readonly [keyof paths, (props: { readonly live: Live }) => VNode]>> = {
  now: ['/alerts/show', Now],
  history: ['/history', () => <HistoryView />],
  trace: ['/payments', TraceView],
  overlays: ['/overlays', () => <OverlaysView />],
  rules: ['/config', RulesView],
  gateways: ['/payments/gateways', GatewaysView],
  accounts: ['/recipients/tokens', AccountsView],
  announcers: ['/messenger/announcers', AnnouncersView],
  actions: ['/actions', ActionsView],
  videos: ['/media', VideosView],
  endpoints: ['/endpoints', () => <EndpointsView />],
  news: ['/news', NewsView],
  members: ['/members', () => <MembersView />],
  data: ['/recipients/exports/{exportId}', OwnDataView],
}

const shownViews = Object.keys(views).filter((name) => views[name] && may(views[name][0]))

const viewOf = (hash: string): string => (shownViews.includes(hash.slice(2)) ? hash.slice(2) : 'now')

const focusMain = () => document.querySelector('main')?.focus()

interface Frame {
  readonly view: string
  readonly live: Live
  readonly isOnline: boolean
  readonly isExpired: boolean
  /** Counts refusals, after which the memberships are read anew. */
  readonly refusals: number
}

/** The panel of somebody who has signed in, until the page is left. */
export class SignedIn extends Component<object, Frame> {
  override state = {
    view: viewOf(location.hash),
    live: nothingLive,
    isOnline: navigator.onLine,
    isExpired: false,
    refusals: 0,
  }

  readonly #ended = takeEnded()

  #endLive = (): void => undefined

  readonly #leave = async () => {
    this.#endLive()
    for (const forget of [forgetLink, forgetChannel, forgetInvitation]) forget()
    await signIn.end()
  }

  override componentDidMount() {
    addEventListener('online', () => this.setState({ isOnline: true }))
    addEventListener('offline', () => this.setState({ isOnline: false }))
    addEventListener('hashchange', () => {
      this.setState({ view: viewOf(location.hash) })
      focusMain()
    })
    addEventListener('expired', () => {
      this.#endLive()
      signIn.forget()
      forgetChannel()
      this.setState({ isExpired: true })
    })
    addEventListener('doubted', () => this.setState(({ refusals }) => ({ refusals: refusals + 1 })))
    this.#endLive = listenLive((next) => this.setState(({ live }) => ({ live: next(live) })))
  }

  override componentWillUnmount() {
    this.#endLive()
  }

  override render(_props: object, { view, live, isOnline, isExpired, refusals }: Frame) {
    const [, View = Now] = views[view] ?? []
    document.title = `${translate(view as TextName)} · ${translate('panel')}`
    return (
      <>
        <button type="button" class="skip" onClick={focusMain}>
          {translate('skipToContent')}
        </button>
        <header>
          <h1>{translate('panel')}</h1>
          <div class="acts">
            <Channels by={refusals} />
            <Languages />
            <ActionButton name="signOut" act={this.#leave} />
          </div>
          <nav aria-label={translate('views')}>
            {shownViews.map((name) => (
              <a key={name} href={`#/${name}`} aria-current={name === view ? 'page' : undefined}>
                {translate(name as TextName)}
              </a>
            ))}
          </nav>
        </header>
        {isExpired && (
          <div class="banner" role="alert">
            {translate('expired')} <ActionButton main name="signIn" act={begin} />
          </div>
        )}
        {!isOnline && (
          <p class="banner" role="alert">
            {translate('offline')}
          </p>
        )}
        {channel && (
          <p class="banner">
            {translate('actsFor', { name: channel.ownerName, role: translate(`role_${channel.role}`) })}
          </p>
        )}
        {this.#ended !== null && (
          <p class="banner bad" role="alert">
            {translate('membershipEnded', { name: this.#ended })}
          </p>
        )}
        {/* Where no connection says it, the state of the show is read by the clock, as the view `now` does. */}
        {view !== 'now' && (
          <Loaded
            quiet
            load={async () => ['online', 'waiting'].includes(live.state) || presentShow()}
            asks={live.state !== 'online'}
          >
            {() => null}
          </Loaded>
        )}
        {(live.show?.paused || live.show?.muted) && (
          <p class="banner bad" role="status">
            <b>
              {[live.show.paused && translate('paused'), live.show.muted && translate('muted')]
                .filter(Boolean)
                .join(' ')}
            </b>
          </p>
        )}
        <main tabIndex={-1}>
          <InvitationCard />
          <View live={live} />
        </main>
      </>
    )
  }
}
