import { render } from 'preact'
import { changeToKeptLanguage } from '../chosenLanguage.ts'
import { SignedIn, Welcome } from './app.tsx'
import { say } from './say.ts'
import { forgetFormerKeys, signIn } from './session.ts'

const failureOf = (arrival: Awaited<ReturnType<typeof signIn.arrive>>): string => {
  if (arrival.kind !== 'failed') return ''
  return arrival.reason ? say('signInFailed', { reason: arrival.reason }) : say('signInForeign')
}

const showPage = async (): Promise<void> => {
  forgetFormerKeys()
  const failure = failureOf(await signIn.arrive())
  const page = failure === '' && signIn.isSignedIn() ? <SignedIn /> : <Welcome failure={failure} />
  render(page, document.querySelector('#app') as HTMLElement)
}

if (!changeToKeptLanguage()) void showPage()
