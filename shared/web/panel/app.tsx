import { Component, type VNode } from 'preact'
import { languageNames, languages } from '../../contract/languages.ts'
import { chooseLanguage } from '../chosenLanguage.ts'
import { ActionButton } from './actionButtons.tsx'
import { forgetLink } from './linking.ts'
import { type Live, listenLive, nothingLive } from './live.ts'
import { signIn } from './session.ts'
import { type TextName, translate } from './translate.ts'
import { AccountsView } from './views/accounts.tsx'
import { ActionsView } from './views/actions.tsx'
import { AnnouncersView } from './views/announcers.tsx'
import { OwnDataView } from './views/data.tsx'
import { EndpointsView } from './views/endpoints.tsx'
import { GatewaysView } from './views/gateways.tsx'
import { HistoryView } from './views/history.tsx'
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
    <ActionButton main name="signIn" act={begin} />
    <p class="bad" role="alert">
      {failure}
    </p>
    <Languages />
  </main>
)

/** The views by the fragments of their addresses, which are the names of their titles too. */
const views: Readonly<Record<string, (props: { readonly live: Live }) => VNode>> = {
  now: Now,
  history: () => <HistoryView />,
  trace: TraceView,
  overlays: () => <OverlaysView />,
  rules: RulesView,
  gateways: GatewaysView,
  accounts: AccountsView,
  announcers: AnnouncersView,
  actions: ActionsView,
  videos: VideosView,
  endpoints: () => <EndpointsView />,
  news: NewsView,
  data: OwnDataView,
}

const viewOf = (hash: string): string => (Object.hasOwn(views, hash.slice(2)) ? hash.slice(2) : 'now')

const focusMain = () => document.querySelector('main')?.focus()

interface Frame {
  readonly view: string
  readonly live: Live
  readonly isOnline: boolean
  readonly isExpired: boolean
}

/** The panel of somebody who has signed in, until the page is left. */
export class SignedIn extends Component<object, Frame> {
  override state = { view: viewOf(location.hash), live: nothingLive, isOnline: navigator.onLine, isExpired: false }

  #endLive = (): void => undefined

  readonly #leave = async () => {
    this.#endLive()
    forgetLink()
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
      this.setState({ isExpired: true })
    })
    this.#endLive = listenLive((next) => this.setState(({ live }) => ({ live: next(live) })))
  }

  override render(_props: object, { view, live, isOnline, isExpired }: Frame) {
    const View = views[view] ?? Now
    document.title = `${translate(view as TextName)} · ${translate('panel')}`
    return (
      <>
        <button type="button" class="skip" onClick={focusMain}>
          {translate('skipToContent')}
        </button>
        <header>
          <h1>{translate('panel')}</h1>
          <div class="acts">
            <Languages />
            <ActionButton name="signOut" act={this.#leave} />
          </div>
          <nav aria-label={translate('views')}>
            {Object.keys(views).map((name) => (
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
          <View live={live} />
        </main>
      </>
    )
  }
}
