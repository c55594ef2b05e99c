import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { languages } from '../../contract/languages.ts'
import { chooseLanguage, languageNames } from '../chosenLanguage.ts'
import { onExpired } from './answered.ts'
import { type Live, useLive } from './live.ts'
import { Act } from './parts.tsx'
import { say, type TextName } from './say.ts'
import { listenerStorage, signIn } from './session.ts'
import { AccountsView } from './views/accounts.tsx'
import { ActionsView } from './views/actions.tsx'
import { AnnouncersView } from './views/announcers.tsx'
import { OwnDataView } from './views/data.tsx'
import { GatewaysView } from './views/gateways.tsx'
import { HistoryView } from './views/history.tsx'
import { Now } from './views/now.tsx'
import { OverlaysView } from './views/overlays.tsx'
import { TraceView } from './views/trace.tsx'

const Languages = () => (
  <select aria-label={say('language')} onChange={({ currentTarget }) => chooseLanguage(currentTarget.value)}>
    {languages.map((language) => (
      <option key={language} value={language} selected={language === document.documentElement.lang}>
        {languageNames[language]}
      </option>
    ))}
  </select>
)

const begin = () =>
  signIn.begin().catch(() => {
    throw new Error(say('issuerUnreachable'))
  })

const Welcome = ({ failure }: { readonly failure: string }) => (
  <main class="welcome card">
    <h1>{say('panel')}</h1>
    <p>{say('welcome')}</p>
    <Act main act={begin}>
      {say('signIn')}
    </Act>
    <p class="bad" role="alert">
      {failure}
    </p>
    <Languages />
  </main>
)

/** The views by the fragments of their addresses, which are the names of their titles too. */
const views: Readonly<Record<string, (props: { readonly live: Live }) => VNode>> = {
  now: Now,
  history: HistoryView,
  trace: TraceView,
  overlays: OverlaysView,
  gateways: GatewaysView,
  accounts: AccountsView,
  announcers: AnnouncersView,
  actions: ActionsView,
  data: OwnDataView,
}

const viewOf = (hash: string): string => (Object.hasOwn(views, hash.slice(2)) ? hash.slice(2) : 'now')

const useView = (): string => {
  const [view, setView] = useState(viewOf(location.hash))
  useEffect(() => {
    const changed = () => {
      setView(viewOf(location.hash))
      document.querySelector<HTMLElement>('main')?.focus()
    }
    addEventListener('hashchange', changed)
    return () => removeEventListener('hashchange', changed)
  }, [])
  return view
}

const useOnline = (): boolean => {
  const [isOnline, setOnline] = useState(navigator.onLine)
  useEffect(() => {
    const changed = () => setOnline(navigator.onLine)
    addEventListener('online', changed)
    addEventListener('offline', changed)
  }, [])
  return isOnline
}

const leave = async () => {
  const storage = await listenerStorage().catch(() => undefined)
  storage?.clear()
  await signIn.end()
}

const SignedIn = () => {
  const view = useView()
  const live = useLive()
  const isOnline = useOnline()
  const [isExpired, setExpired] = useState(false)
  useEffect(() => onExpired(() => setExpired(true)), [])
  const View = views[view] ?? Now
  useEffect(() => {
    document.title = `${say(view as TextName)} · ${say('panel')}`
  }, [view])
  return (
    <>
      <button type="button" class="skip" onClick={() => document.querySelector<HTMLElement>('main')?.focus()}>
        {say('skipToContent')}
      </button>
      <header>
        <h1>{say('panel')}</h1>
        <span class="acts">
          <Languages />
          <Act act={leave}>{say('signOut')}</Act>
        </span>
        <nav aria-label={say('views')}>
          {Object.keys(views).map((name) => (
            <a key={name} href={`#/${name}`} aria-current={name === view ? 'page' : undefined}>
              {say(name as TextName)}
            </a>
          ))}
        </nav>
      </header>
      {isExpired ? (
        <p class="banner" role="alert">
          {say('expired')}{' '}
          <Act main act={begin}>
            {say('signIn')}
          </Act>
        </p>
      ) : null}
      {isOnline ? null : (
        <p class="banner" role="alert">
          {say('offline')}
        </p>
      )}
      <main tabIndex={-1} class="views">
        <View live={live} />
      </main>
    </>
  )
}

export const App = () => {
  const [state, setState] = useState<'arriving' | 'in' | { readonly failure: string }>('arriving')
  useEffect(() => {
    void signIn.arrive().then((arrival) => {
      if (arrival.kind === 'failed')
        setState({ failure: arrival.reason ? say('signInFailed', { reason: arrival.reason }) : say('signInForeign') })
      else setState(signIn.isSignedIn() ? 'in' : { failure: '' })
    })
  }, [])
  if (state === 'arriving') return null
  return state === 'in' ? <SignedIn /> : <Welcome failure={state.failure} />
}
