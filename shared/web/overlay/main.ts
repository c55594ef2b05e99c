import type { OverlayLook } from '../../areas/overlays/overlayLook.ts'
import { showsAlerts } from '../../areas/overlays/overlayParts.ts'
import type {
  AlertMessage,
  ChangeMessage,
  Goal,
  Leaders,
  MediaMessage,
  Show,
  WelcomeMessage,
} from '../client/generated/events.ts'
import type { State } from '../client/live/connection.ts'
import { Credentials, type Tickets } from '../client/live/credentials.ts'
import { listen } from '../client/live/listen.ts'
import type { DeliveryMessage } from '../client/live/messages.ts'
import { changedAlert } from '../client/live/withChange.ts'
import { createAlertSound } from './alertSound.ts'
import { applyLook } from './applyLook.ts'
import { alertCard, type Card, mediaCard } from './card.ts'
import { showGoals } from './goalBars.ts'
import { showLeaders } from './leaderList.ts'
import { type Look, levelStyleOf } from './levelStyle.ts'
import { shownSeconds } from './look.ts'
import { moreIn } from './phrases.ts'
import { listenForPreviews, sampleAlert } from './preview.ts'
import { settingsFrom, usualVolume } from './settings.ts'
import { showControl } from './showControl.ts'
import { showOrder } from './showOrder.ts'
import { SilentCredentials } from './silentCredentials.ts'
import { soon } from './soon.ts'
import { speak, stopSpeech } from './speech.ts'
import { stageIn } from './stage.ts'

type Light = State | 'insecure'

const lights: Readonly<Record<Light, string>> = {
  online: '',
  offline: 'offline · reconnecting',
  standby: 'waiting · open elsewhere',
  rejected: 'this address is used up · make a new one',
  revoked: 'this overlay was revoked · make a new one',
  insecure: 'this page needs https',
}

const settings = settingsFrom(location)
const stage = stageIn(
  document.querySelector('#stage') as HTMLElement,
  document.querySelector('#alert') as HTMLTemplateElement,
)
const alertSound = createAlertSound()
/** The recipient's configuration, overridden by the settings of the address. */
let look: Look = settings.look
const control = showControl()
const order = showOrder()
/** The alerts on the screen, or that wait for the page to be visible or the show to go on: one, or many follows. */
let currentAlerts: readonly AlertMessage[] = []
/** The sequence of the delivery on the screen, or of one that has left it and is still read aloud. */
let shown = 0
/** Alerts and videos that will be shown after it. */
let waiting = 0
let queue: readonly DeliveryMessage[] = []
/** The alert that the page around this one has shown last. */
let sample = sampleAlert

let goals: readonly Goal[] = []
let leaders: Leaders | undefined

const showCurrentGoals = (present = goals): void => {
  goals = present
  showGoals(document.querySelector('#goals') as HTMLElement, goals, look, settings.part)
}

const showCurrentLeaders = (present = leaders): void => {
  leaders = present
  if (leaders && settings.part === 'leaders')
    showLeaders(document.querySelector('#leaders') as HTMLElement, leaders, look)
}

const wear = (configured: OverlayLook): void => {
  look = { ...configured, ...settings.look }
  applyLook(document, look)
  showCurrentGoals()
  showCurrentLeaders()
}

const setLight = (state: Light): void => {
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
  if (control.isMuted) return
  const { hue, sound: link } = levelStyleOf(look, alert.levelName)
  alertSound.play(link, hue, look.volume ?? usualVolume)
}

/** Those of the address, of the level, or of all alerts; else as long as its message takes to be read. */
const secondsOf = ({ texts, level }: Card): number =>
  settings.look.seconds ?? levelStyleOf(look, level).seconds ?? shownSeconds(texts.message, waiting)

/** A hidden alert is shown only when it is repeated with `force`. */
const isShown = ({ alert, force }: AlertMessage): boolean => !alert.hidden || force

const willBeShown = (message: DeliveryMessage): boolean =>
  !control.isDropped(message.sequence) &&
  (message.type === 'alert' ? isShown(message) : message.type === 'media' && look.media !== false)

const count = (messages: readonly DeliveryMessage[]): void => {
  queue = messages
  waiting = messages.filter(willBeShown).length
  stage.announce(moreIn(look.language ?? 'en', waiting))
}

/** Puts a card on the screen, and resolves when it has left and its speech has ended. */
const present = async (card: Card, speech?: () => Promise<void>): Promise<void> => {
  shown = card.sequence
  await Promise.all([stage.show(card, look, secondsOf(card)), speech?.()])
  shown = 0
}

const silence = (): void => {
  alertSound.stop()
  stopSpeech()
}

/** The card of those of the current alerts that are shown. */
const currentCard = (): { readonly alert: AlertMessage; readonly card: Card } | undefined => {
  const [alert, ...others] = currentAlerts.filter(isShown)
  return alert && { alert, card: alertCard(alert, look, others.length) }
}

const showAlerts = async (messages: readonly AlertMessage[]): Promise<void> => {
  if (!messages.some(isShown)) return
  currentAlerts = messages
  await untilVisible()
  for (const { sequence } of messages) await control.admits(sequence)
  currentAlerts = currentAlerts.filter(({ sequence }) => !control.isDropped(sequence))
  const current = currentCard()
  if (current !== undefined) {
    sound(current.alert)
    await present(current.card, async () => (control.isMuted ? undefined : speak(current.card.texts, look)))
  }
  currentAlerts = []
}

/**
 * Takes the delivery on the screen away when it was skipped, and is silent when the show is muted. Who skips means the
 * screen, and the service names the first delivery that was not acknowledged: one that has given way is spared.
 */
const follow = (state: Show | undefined): void => {
  const spared = control.follow(
    state,
    queue.map(({ sequence }) => sequence).filter((sequence) => sequence < shown),
  )
  const isSkipped = spared || control.isSkipped(shown)
  if (isSkipped) stage.clear()
  if (control.isMuted || isSkipped) silence()
}

/** Takes the alert on the screen away, or gives it its new texts, if it is the one that was changed. */
const correct = (message: ChangeMessage): void => {
  const before = currentAlerts
  currentAlerts = before.map((each) => changedAlert(each, message))
  if (currentAlerts.every((each, index) => each === before[index])) return
  const current = currentCard()
  if (current !== undefined) {
    stage.rewrite(current.card)
    return
  }
  stage.clear()
  silence()
}

/** Takes follows that wait into the card on the screen, where they are a crowd together. */
const join = (waiting: readonly DeliveryMessage[]): readonly DeliveryMessage[] => {
  const more = order.joining(currentAlerts, waiting)
  currentAlerts = [...currentAlerts, ...more]
  const current = currentCard()
  if (more.length > 0 && current !== undefined) stage.rewrite(current.card)
  return more
}

/** Silently, because the alert of the same donation had its sound a moment ago. */
const announceMedia = async (message: MediaMessage): Promise<void> => {
  if (look.media === false) return
  await untilVisible()
  if (await control.admits(message.sequence)) await present(mediaCard(message, look))
}

/**
 * Actions and skips are for games and players, a check is only acknowledged, changes of alerts, of the show, of goals
 * and of the look have taken effect before.
 */
const show = async (message: DeliveryMessage, others: readonly DeliveryMessage[]): Promise<void> => {
  if (!showsAlerts(settings)) return
  if (message.type === 'alert') await showAlerts([message, ...others.filter((each) => each.type === 'alert')])
  if (message.type === 'media') await announceMedia(message)
}

const address = document.querySelector<HTMLMetaElement>('meta[name=web-socket-url]')?.content ?? ''

/** The page's first ticket is in its address, and it works once. */
const tickets: Tickets = {
  first: async () => ({ ticket: settings.ticket, webSocketUrl: address }),
  renewed: async (key, ifFree) => {
    const response = await fetch('overlays/commands/renew-ticket', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key, ...(ifFree && { ifFree }) }),
    })
    if (response.status === 401) return undefined
    if (response.status === 409) return 'taken'
    if (!response.ok) throw new Error(`no ticket: ${response.status}`)
    return response.json()
  },
  isEndless: false,
}

const storageKey = `overlay:${settings.ticket}`

/** What comes together changes the leaders together. */
const leadersDelayMs = 5000

const start = (): void => {
  const askForLeaders = soon(leadersDelayMs, () => settings.part === 'leaders' && listening.open())
  const welcomed = ({ look: configured = {}, leaders: present }: WelcomeMessage): void => {
    wear(configured as OverlayLook)
    showCurrentLeaders(present)
    if (document.querySelector('.alert.still') !== null) stage.preview(alertCard(sample, look), look)
  }
  const credentials = new (showsAlerts(settings) ? Credentials : SilentCredentials)(storageKey, tickets)
  const listening = listen(credentials, {
    show: async (message, others) => {
      if (message.type === 'alert') askForLeaders()
      await show(message, others)
    },
    next: order.next,
    joining: join,
    waiting: count,
    corrected: (message) => {
      askForLeaders()
      correct(message)
    },
    controlled: follow,
    goals: showCurrentGoals,
    looked: (saved) => {
      askForLeaders()
      wear(saved as OverlayLook)
    },
    welcomed,
    changed: setLight,
  })
  addEventListener('online', listening.open)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && listening.open())
  listening.open()
}

document.documentElement.dataset['part'] = settings.part ?? ''
document.body.toggleAttribute('data-lamp', settings.connectionLight)
wear({})
listenForPreviews((preview) => {
  if (preview.look !== undefined) wear(preview.look)
  if (preview.alert) sample = { ...sampleAlert, test: false, alert: preview.alert }
  if (document.querySelector('.alert:not(.still)') === null) stage.preview(alertCard(sample, look), look)
})
if (!isSecureContext) setLight('insecure')
else if (settings.ticket === '') {
  // A page in a frame of the panel's shows a look, and connects to nothing.
  if (parent === window) setLight('rejected')
} else {
  // Only one page of an address runs; a second one waits until the first is closed.
  const waiting = setTimeout(() => setLight('standby'), 1000)
  void navigator.locks.request(storageKey, () => {
    clearTimeout(waiting)
    start()
    return new Promise(() => {})
  })
}
