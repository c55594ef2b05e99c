import { render } from 'preact'
import { changeToKeptLanguage } from '../chosenLanguage.ts'
import { SignedIn, Welcome } from './app.tsx'
import { arriveByInvitation } from './invitation.ts'
import { arriveFromPlatform } from './linking.ts'
import { forgetFormerKeys, signIn } from './session.ts'
import { signInFailure, translate } from './translate.ts'

const failureOf = (arrival: Awaited<ReturnType<typeof signIn.arrive>>): string => {
  if (arrival.kind !== 'failed') return ''
  return arrival.reason ? signInFailure(arrival.reason) : translate('signInForeign')
}

const showPage = async (): Promise<void> => {
  forgetFormerKeys()
  arriveByInvitation()
  arriveFromPlatform()
  const failure = failureOf(await signIn.arrive())
  const page = failure === '' && signIn.isSignedIn() ? <SignedIn /> : <Welcome failure={failure} />
  render(page, document.querySelector('#app') as HTMLElement)
}

// A link that is opened where the panel is open changes the address only.
addEventListener('hashchange', () => arriveByInvitation() && location.reload())

if (!changeToKeptLanguage()) void showPage()
