import type { OverlayLook } from '../overlays/overlayLook.ts'
import { messageVersion as version } from '../realtime/messageVersion.ts'
import type { DeliveryMessage, ServerMessage } from '../realtime/serverMessages.ts'
import { createChime } from './chime.ts'
import { Connection, type State } from './connection.ts'
import { Credentials } from './credentials.ts'
import { Feed } from './feed.ts'
import { readingSeconds } from './look.ts'
import { type Look, markOf } from './mark.ts'
import { listenForPreviews, sampleAlert } from './preview.ts'
import { settingsFrom } from './settings.ts'
import { speak } from './speech.ts'
import { type AlertMessage, stageIn, textsOf } from './stage.ts'
import { wearLook } from './wearLook.ts'

const lights: Readonly<Record<State, string>> = {
  connecting: '',
  online: '',
  offline: 'offline · reconnecting',
  standby: 'waiting · open elsewhere',
  rejected: 'this address is used up · make a new one',
  revoked: 'this overlay was revoked · make a new one',
  insecure: 'this page needs https',
}

/** The wait before announced deliveries that did not arrive are requested again. */
const patienceMs = 15_000
/** The wait before a delivery that was overtaken by a later one counts as missing. */
const overtakingMs = 500

/** Of sounds, from 0 to 1. */
const usualVolume = 0.5

const settings = settingsFrom(location)
const stage = stageIn(
  document.querySelector('#stage') as HTMLElement,
  document.querySelector('#alert') as HTMLTemplateElement,
)
const chime = createChime()
/** What the recipient has configured, below what the address says. */
let look: Look = settings.look

const wear = (configured: OverlayLook): void => {
  look = { ...configured, ...settings.look }
  wearLook(document, look)
}

const setLight = (state: State): void => {
  document.body.dataset['state'] = state
  const words = document.querySelector('#light span')
  if (words !== null) words.textContent = lights[state]
}

/** Waits until the page is visible, because an alert in a hidden scene would not be seen on the stream. */
const untilVisible = async (): Promise<void> => {
  while (document.visibilityState === 'hidden')
    await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true }))
}

const sound = ({ alert }: AlertMessage): void => {
  const { hue, sound: url } = markOf(look, alert.levelName)
  const volume = look.volume ?? usualVolume
  if (url === undefined) {
    chime(hue, volume)
    return
  }
  const audio = new Audio(url)
  audio.volume = volume
  audio.play().catch(() => chime(hue, volume))
}

const show = async (message: DeliveryMessage): Promise<void> => {
  // Actions and media requests are for other programs, and a check is only acknowledged. A hidden alert is shown only when it is repeated with `force`.
  if (message.type !== 'alert' || (message.alert.hidden && !message.force)) return
  await untilVisible()
  sound(message)
  const seconds = look.seconds ?? readingSeconds(message.alert.message)
  await Promise.all([stage.show(message, look, seconds), speak(textsOf(message, look), look)])
}

const start = (): void => {
  const credentials = new Credentials(settings)
  const feed = new Feed(credentials.shown)
  let isShowing = false

  const acknowledge = (): void => {
    const { shown } = credentials
    if (shown !== undefined) connection.send({ version, type: 'ack', sequence: shown })
  }

  let overtaken: ReturnType<typeof setTimeout> | undefined
  let overdue: ReturnType<typeof setTimeout> | undefined

  const resume = (): void => {
    clearTimeout(overdue)
    overdue = setTimeout(() => feed.isResuming && resume(), patienceMs)
    feed.resuming()
    connection.send({ version, type: 'resume', ...(feed.after !== undefined && { after: feed.after }) })
  }

  const askForMissing = (): void => {
    overtaken = undefined
    if (feed.isMissing) resume()
  }

  /** Shows all waiting deliveries. An alert is acknowledged when it has left the screen, so that one that a reload interrupted is shown again. */
  const showAll = async (): Promise<void> => {
    if (isShowing) return
    isShowing = true
    for (let message = feed.next(); message !== undefined; message = feed.next()) {
      await show(message)
      credentials.shown = message.sequence
      acknowledge()
    }
    isShowing = false
  }

  const receive = (message: ServerMessage): void => {
    if (message.type === 'welcome') {
      wear(message.look ?? {})
      feed.welcome(message)
    }
    if ('sequence' in message) feed.take(message)
    if (feed.needsResume) resume()
    else if (feed.isMissing && overtaken === undefined) overtaken = setTimeout(askForMissing, overtakingMs)
    void showAll()
  }

  const opened = (): void => {
    acknowledge()
    resume()
  }
  const address = document.querySelector<HTMLMetaElement>('meta[name=web-socket-url]')?.content ?? ''
  const connection = new Connection(address, credentials, { opened, received: receive, changed: setLight })
  addEventListener('online', () => void connection.open())
  void connection.open()
}

wear({})
listenForPreviews((configured) => {
  wear(configured)
  if (document.querySelector('.alert:not(.still)') === null) stage.preview(sampleAlert, look)
})
if (!isSecureContext) setLight('insecure')
else if (settings.ticket === '') setLight('rejected')
else {
  // Only one page of an address runs; a second one waits until the first is closed.
  const waiting = setTimeout(() => setLight('standby'), 1000)
  void navigator.locks.request(`overlay:${settings.ticket}`, () => {
    clearTimeout(waiting)
    start()
    return new Promise(() => {})
  })
}
