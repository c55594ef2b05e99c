import { useEffect, useState } from 'preact/hooks'
import { say } from './say.ts'
import { signInAt } from './signIn.ts'

const issuer = document.querySelector<HTMLMetaElement>('meta[name=issuer]')
const signIn = signInAt({
  issuer: issuer?.content ?? '',
  clientId: issuer?.dataset['clientId'] ?? '',
  scope: issuer?.dataset['scope'] ?? '',
})

const Welcome = ({ failure }: { readonly failure: string }) => {
  const [problem, setProblem] = useState(failure)
  const begin = () => signIn.begin().catch(() => setProblem(say('issuerUnreachable')))
  return (
    <main class="welcome card">
      <h1>{say('panel')}</h1>
      <p>{say('welcome')}</p>
      <button type="button" class="main" onClick={begin}>
        {say('signIn')}
      </button>
      <p class="bad" role="alert">
        {problem}
      </p>
    </main>
  )
}

export const App = () => {
  const [state, setState] = useState<'arriving' | 'in' | { readonly failure: string }>('arriving')
  useEffect(() => {
    signIn.arrive().then((arrival) => {
      if (arrival.kind === 'failed')
        setState({ failure: arrival.reason ? say('signInFailed', { reason: arrival.reason }) : say('signInForeign') })
      else setState(signIn.isSignedIn() ? 'in' : { failure: '' })
    })
  }, [])
  if (state === 'arriving') return null
  if (state !== 'in') return <Welcome failure={state.failure} />
  return (
    <main>
      <h1>{say('now')}</h1>
      <button type="button" onClick={() => signIn.end()}>
        {say('signOut')}
      </button>
    </main>
  )
}
