import { messageVersion as version } from '../realtime/messageVersion.ts'
import type { DeliveryMessage, ServerMessage } from '../realtime/serverMessages.ts'
import { chimeAt } from './chime.ts'
import { Connection, type State } from './connection.ts'
import { Credentials } from './credentials.ts'
import { Feed } from './feed.ts'
import { hueOf, readingSeconds } from './look.ts'
import { type Settings, settingsFrom } from './settings.ts'
import { stageIn } from './stage.ts'

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

const settings = settingsFrom(location)
const stage = stageIn(
  document.querySelector('#stage') as HTMLElement,
  document.querySelector('#alert') as HTMLTemplateElement,
)
const chime = chimeAt(settings.volume)

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

const show = async (message: DeliveryMessage, { seconds }: Settings): Promise<void> => {
  // Actions and media requests are for other programs, and a check is only acknowledged. A hidden alert is shown only when it is repeated with `force`.
  if (message.type !== 'alert' || (message.alert.hidden && !message.force)) return
  await untilVisible()
  chime(hueOf(message.alert.levelName))
  await stage.show(message, seconds ?? readingSeconds(message.alert.message))
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
      await show(message, settings)
      credentials.shown = message.sequence
      acknowledge()
    }
    isShowing = false
  }

  const receive = (message: ServerMessage): void => {
    if (message.type === 'welcome') feed.welcome(message)
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

document.body.dataset['position'] = settings.position
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
