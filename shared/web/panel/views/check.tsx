import type { ItemOf } from '../../client/answer.ts'
import { gatewayName } from '../../gatewayNames.ts'
import type { Show } from '../actionButtons.tsx'
import { announcerTrouble } from '../announcerTrouble.ts'
import { line, timeText } from '../formats.ts'
import { gatewayLack } from '../gatewayLack.ts'
import { gatewayNotes } from '../gatewayNotes.ts'
import { webhookLack } from '../gatewayWebhook.ts'
import { configured, followed, get, list, post } from '../service.ts'
import { type TextName, translate } from '../translate.ts'
import { type Trace, traceOf } from './trace.tsx'

type Tone = 'good' | 'soft' | 'bad'

/** One thing that a stream needs: `bad` is to be put right first, `soft` is only to be known. */
interface Checked {
  readonly tone: Tone
  readonly of: TextName
  /** The view in which it is put right. */
  readonly view: string
  readonly text: string
  /** Nothing has shown yet that it works. */
  readonly untried?: string
}

const present = async () => {
  const [show, gateways, tokens, sources, announcers, page] = await Promise.all([
    get('/alerts/show'),
    list('/payments/gateways'),
    list('/recipients/tokens'),
    list('/platforms/sources'),
    get('/messenger/announcers'),
    configured('paymentpage'),
  ])
  const { donorPage } = (page?.value ?? {}) as { readonly donorPage?: { readonly enabled?: boolean } }
  return { show, gateways, tokens, sources, announcers, isPageOn: donorPage?.enabled === true }
}
type Present = Awaited<ReturnType<typeof present>>

const checkedOverlays = ({ steps }: Trace): Checked => {
  const of = { of: 'overlays', view: 'overlays' } as const
  const overlays = steps.filter(({ step }) => step === 'overlay')
  const nameOf = ({ name, milliseconds }: Trace['steps'][number]) =>
    line(name || translate('step_overlay'), milliseconds !== null && `${milliseconds} ms`)
  const answered = overlays.filter(({ state }) => state === 'done')
  const silent = overlays.filter(({ state, reason }) => state !== 'done' && reason === 'not_acknowledged')
  if (answered.length > 0 && silent.length === 0)
    return { ...of, tone: 'good', text: `${translate('check_answered')} ${answered.map(nameOf).join(', ')}` }
  if (silent.length > 0)
    return { ...of, tone: 'bad', text: `${translate('check_silent')} ${silent.map(({ name }) => name).join(', ')}` }
  return { ...of, tone: 'bad', text: translate('check_noOverlay') }
}

const checkedGateways = ({ gateways, tokens, isPageOn }: Present): Checked => {
  const of = { of: 'gateways', view: 'gateways' } as const
  const enabled = gateways.filter((gateway) => gateway.enabled)
  const unsent = (enabled.length === 0 ? gateways : enabled).map(webhookLack).find(Boolean)
  if (enabled.length === 0) {
    // Somebody who has linked an account has alerts without donations.
    const tone = tokens.some((token) => token.enabled) ? 'soft' : 'bad'
    // Without its webhook a gateway may lack the secret too, and cannot be enabled.
    return { ...of, tone, text: line(translate('check_noGateway'), unsent) }
  }
  if (unsent) return { ...of, tone: 'bad', text: unsent }
  const incomplete = enabled.find((gateway) => gatewayLack(gateway))
  if (incomplete) return { ...of, tone: 'bad', text: line(gatewayName(incomplete.gateway), gatewayLack(incomplete)) }
  for (const gateway of enabled) {
    const [text] = gatewayNotes(gateway, isPageOn)
    if (text) return { ...of, tone: 'bad', text: line(gatewayName(gateway.gateway), text) }
  }
  const refused = enabled.find(
    ({ lastEvent, lastRefused }) => lastRefused && Date.parse(lastRefused.at) > Date.parse(lastEvent?.at ?? '1970'),
  )
  if (refused) return { ...of, tone: 'bad', text: line(gatewayName(refused.gateway), translate('check_refused')) }
  const unchecked = enabled.find(({ key }) => key?.state === 'unchecked')
  if (unchecked) {
    const gateway = gatewayName(unchecked.gateway)
    return { ...of, tone: 'soft', untried: gateway, text: translate('uncheckedKey', { gateway }) }
  }
  const isUntried = enabled.find(({ lastEvent }) => !lastEvent)
  if (isUntried) {
    const untried = gatewayName(isUntried.gateway)
    return { ...of, tone: 'soft', untried, text: line(untried, translate('noEvent')) }
  }
  const events = enabled.map(({ gateway, lastEvent }) => line(gatewayName(gateway), timeText(lastEvent?.at)))
  return { ...of, tone: 'good', text: `${translate('lastEvent')}: ${events.join(', ')}` }
}

type Source = ItemOf<'/platforms/sources'>

const isBroken = ({ subscription, lastError, missingScopes }: Source): boolean =>
  ['failed', 'revoked'].includes(subscription) || Boolean(lastError) || missingScopes.length > 0

const checkedAccounts = ({ tokens, sources }: Present): Checked => {
  const of = { of: 'accounts', view: 'accounts' } as const
  const names = (each: Present['tokens']) => each.map(({ system, account }) => line(system, account.name)).join(', ')
  const enabled = tokens.filter((token) => token.enabled)
  const broken = enabled.filter(
    ({ id, relinkRequired }) => relinkRequired || sources.some((source) => source.id === id && isBroken(source)),
  )
  if (broken.length > 0) return { ...of, tone: 'bad', text: `${translate('check_relink')} ${names(broken)}` }
  if (enabled.length === 0) return { ...of, tone: 'soft', text: translate('check_noAccount') }
  return { ...of, tone: 'good', text: names(enabled) }
}

const checkedAnnouncers = ({ announcers }: Present): Checked => {
  const of = { of: 'announcers', view: 'announcers' } as const
  const broken = announcers.find(({ blockedReason, disabledReason }) => blockedReason || disabledReason)
  if (broken) return { ...of, tone: 'bad', text: line(broken.text, announcerTrouble(broken)) }
  const count = announcers.filter(({ enabled }) => enabled).length
  if (count === 0) return { ...of, tone: 'soft', text: translate('check_noAnnouncer') }
  return { ...of, tone: 'good', text: translate('check_announcers', { count }) }
}

const checkedShow = ({ show: { paused, muted } }: Present): Checked => {
  const isQuiet = paused || muted
  const text = isQuiet ? [paused && translate('paused'), muted && translate('muted')] : [translate('check_runs')]
  return { of: 'alerts', view: 'now', tone: isQuiet ? 'bad' : 'good', text: text.filter(Boolean).join(' ') }
}

const checkedHeld = ({ show: { held, moderationIsReadable } }: Present): Checked => {
  const of = { of: 'check_held', view: 'now' } as const
  if (!moderationIsReadable) return { ...of, tone: 'bad', text: translate('moderationUnreadable') }
  if (held === 0) return { ...of, tone: 'good', text: translate('check_noneHeld') }
  return { ...of, tone: 'bad', text: translate('check_someHeld', { count: held ?? '?' }) }
}

/** What the stream needs, as it is found. */
export const checkedThings = (found: Present, trace: Trace): readonly Checked[] => [
  checkedOverlays(trace),
  checkedGateways(found),
  checkedAccounts(found),
  checkedAnnouncers(found),
  checkedShow(found),
  checkedHeld(found),
]

/** What to do first, or that the stream can begin. */
const sentenceOf = (things: readonly Checked[]): string => {
  const first = things.find(({ tone }) => tone === 'bad')
  if (first) return translate('check_first', { what: `${translate(first.of)}: ${first.text}` })
  const untried = things.flatMap((thing) => thing.untried ?? []).join(', ')
  return untried ? translate('check_untried', { what: untried }) : translate('check_ready')
}

const Result = ({ of: things }: { readonly of: readonly Checked[] }) => (
  <>
    <p class={things.some(({ tone }) => tone === 'bad') ? 'bad' : 'good'}>
      <b>{sentenceOf(things)}</b>
    </p>
    <ol class="steps">
      {things.map(({ of, view, tone, text }) => (
        <li key={of} class={tone}>
          <a href={`#/${view}`}>{translate(of)}</a> <span>{text}</span>
        </li>
      ))}
    </ol>
  </>
)

/** Reasons for which nothing is waited for. */
const absent = ['no_overlay', 'never_connected', 'disconnected']

/**
 * Looks at what a stream needs, and sends a check on the way of a donation to the overlays: one without an answer after
 * 15 s is away.
 */
export const check = async (show: Show): Promise<void> => {
  const [{ paymentId }, found] = await Promise.all([post('/overlays/commands/check', {}), present()])
  const trace = await followed(
    () => traceOf(paymentId),
    ({ steps }) => steps.every(({ state, reason }) => state !== 'waiting' || absent.includes(reason ?? '')),
    () => show(translate('check_waits')),
    15,
  )
  show(<Result of={checkedThings(found, trace)} />)
}
