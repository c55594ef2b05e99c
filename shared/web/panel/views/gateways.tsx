import type { ItemOf } from '../../client/answer.ts'
import { gatewayName } from '../../gatewayNames.ts'
import { removal, toggle } from '../actionButtons.tsx'
import { donorPageOf } from '../donorPageOf.ts'
import { isolated, line, timeText } from '../formats.ts'
import { Field, type Fields, Form } from '../forms.tsx'
import { gatewayLack } from '../gatewayLack.ts'
import { gatewayNotes } from '../gatewayNotes.ts'
import { isAwaited, webhookLack } from '../gatewayWebhook.ts'
import { Card, CopyField, ExternalLink, type Item, ListCard } from '../parts.tsx'
import { change, configured, list, post } from '../service.ts'
import { textOfCode, translate } from '../translate.ts'
import { DonationPage } from './donationPage.tsx'

/** Settings of a credential, which are no secrets. */
const settingNames = ['shopId', 'clientId', 'webhookId'] as const
type SettingName = (typeof settingNames)[number]

const isSetting = (name: string): name is SettingName => settingNames.some((setting) => setting === name)

/** A gateway that speaks a format of its own. */
interface Kind {
  /** The secrets that the service needs. */
  readonly secrets: readonly ('secret' | 'token' | SettingName)[]
  /** What its webhook is registered with, by the names that it has there, and the page on which that is made. */
  readonly registers?: string
  readonly keyPage?: string
  /** Its page for webhooks, and what has to be clicked, chosen and copied there. */
  readonly page?: string
  readonly place?: string
  readonly events?: string
  readonly secret?: string
}

const kinds: Readonly<Record<string, Kind>> = {
  stripe: {
    secrets: ['token', 'secret'],
    registers: 'Restricted key (Checkout Sessions: Write, Webhook Endpoints: Write)',
    keyPage:
      'https://dashboard.stripe.com/apikeys/create?permissions[]=rak_checkout_session_write&permissions[]=rak_webhook_write',
    page: 'https://dashboard.stripe.com/webhooks',
    place: 'Webhooks › Add destination',
    events: 'payment_intent.succeeded, refund.*, charge.dispute.*',
    secret: 'Signing secret (whsec_…)',
  },
  kofi: {
    secrets: ['secret'],
    page: 'https://ko-fi.com/manage/webhooks',
    place: 'Webhook URL › Update',
    secret: 'Advanced › Verification Token',
  },
  yookassa: {
    secrets: ['shopId', 'token'],
    page: 'https://yookassa.ru/my',
    place: 'Интеграция › HTTP-уведомления',
    events: 'payment.succeeded, payment.canceled, refund.succeeded',
    secret: 'Интеграция › Ключи API',
  },
  paypal: {
    secrets: ['clientId', 'token', 'webhookId'],
    registers: 'Client ID, Secret key',
    keyPage: 'https://developer.paypal.com/dashboard/applications/live',
    page: 'https://developer.paypal.com/dashboard/applications/live',
    place: 'Apps & Credentials › Webhooks › Add Webhook',
    events: 'CHECKOUT.ORDER.APPROVED, PAYMENT.CAPTURE.*',
    secret: 'Webhook ID',
  },
  manual: { secrets: ['secret'] },
}

const kindOf = (gateway: string): Partial<Kind> => (Object.hasOwn(kinds, gateway) ? (kinds[gateway] ?? {}) : {})

/** What to click at the gateway, where the webhook is registered by hand. */
const ByHand = ({ gateway }: { readonly gateway: string }) => {
  const { page, place = '', events = '' } = kindOf(gateway)
  return page ? (
    <p class="soft">
      {translate('hint_place', { place })} {events && translate('hint_events', { events })}{' '}
      <ExternalLink href={page}>{translate('openThere')}</ExternalLink>
    </p>
  ) : null
}

/** What became of the webhook, beside its address. */
const Webhook = ({ of }: { readonly of: Pick<Gateway, 'gateway'> & Partial<Gateway> }) => {
  const { gateway, webhook } = of
  if (webhook?.state === 'registered')
    return <small class="good">{translate('webhookRegistered', { gateway: gatewayName(gateway) })}</small>
  const lack = webhookLack(of)
  return (
    <>
      {lack && <p class="bad">{lack}</p>}
      {isAwaited(of) && webhook?.state !== 'former_address' && <ByHand gateway={gateway} />}
    </>
  )
}

/** The secrets to bring from the gateway. What is left empty stays as it is. */
const SetUp = ({ gateway }: { readonly gateway: string }) => {
  const { page, secret = '', secrets = ['secret'], registers, keyPage } = kindOf(gateway)
  return (
    <>
      {gateway === 'manual' && <p class="soft">{translate('hint_manual')}</p>}
      {registers && keyPage && (
        <p class="soft">
          {translate('hint_registers', { registers })}{' '}
          <ExternalLink href={keyPage}>{translate('openThere')}</ExternalLink>
        </p>
      )}
      {page && (
        <p class="soft">
          {translate(registers ? 'hint_secretByHand' : 'hint_secret', { secret })}{' '}
          <ExternalLink href={page}>{translate('openThere')}</ExternalLink>
        </p>
      )}
      {secrets.map((name) => (
        <Field
          key={name}
          name={name}
          label={name === 'token' ? 'apiKey' : name}
          type={isSetting(name) ? 'text' : 'password'}
        />
      ))}
    </>
  )
}

type Changed = Readonly<Record<string, unknown>> & { readonly settings?: object }

/** Settings are stored as a whole, so those that are not given keep their values. */
const set = ({ settings, ...gateway }: Changed, { secret, token, ...fields }: Fields) => {
  const given = settingNames.flatMap((name) => (fields[name] ? [[name, fields[name].trim()]] : []))
  return change('/payments/commands/set-gateway', {
    ...gateway,
    ...(secret && { secret: secret.trim() }),
    ...(token && { token: token.trim() }),
    ...(given.length > 0 && { settings: { ...settings, ...Object.fromEntries(given) } }),
  } as never)
}

type Gateway = ItemOf<'/payments/gateways'>

/** A gateway, the one whose legal offer donors are shown, and whether there is a donation page. */
type Listed = Gateway & { readonly offer?: unknown; readonly isPageOn: boolean }

const listed = async (): Promise<readonly Listed[]> => {
  const [gateways, page] = await Promise.all([list('/payments/gateways'), configured('paymentpage')])
  const { gateway: offer } = (page?.value ?? {}) as { readonly gateway?: unknown }
  const isPageOn = donorPageOf(page?.value).enabled === true
  return gateways.map((gateway) => ({ ...gateway, offer, isPageOn }))
}

/** The gateway under whose offer donors pay here, where it is another one. A bridge has no offer of its own. */
const otherOffer = ({ gateway, type, enabled, offer }: Listed): string | undefined =>
  enabled && type === 'fiat' && gateway !== 'manual' && typeof offer === 'string' && offer !== gateway
    ? offer
    : undefined

/** A gateway has a member `key`, which would be the element's key if its members were props. */
const More = ({ of }: { readonly of: Gateway }) => {
  const { id, gateway, type, enabled, settings, webhookUrl } = of
  return (
    <>
      <small class={enabled ? 'good' : 'soft'}>{translate(enabled ? 'enabled' : 'disabled')}</small>
      <CopyField text={webhookUrl} label="webhookUrl" />
      <Webhook of={of} />
      <details>
        <summary>{translate('setUp')}</summary>
        {!isAwaited(of) && <ByHand gateway={gateway} />}
        <Form name="save" send={(fields) => set({ id, gateway, type, settings }, fields)}>
          <SetUp gateway={gateway} />
        </Form>
      </details>
    </>
  )
}

const itemOf = (of: Listed): Item => {
  const { id, gateway, type, settings, enabled, key, lastEvent, lastRefused, isPageOn, webhook } = of
  const offer = otherOffer(of)
  const isUntried = key?.state === 'unchecked' || ['missing_right', 'former_address'].includes(webhook?.state ?? '')
  return {
    key: id,
    name: gatewayName(gateway),
    more: <More of={of} />,
    soft: lastEvent
      ? `${translate('lastEvent')}: ${isolated(lastEvent.type)}, ${timeText(lastEvent.at)}`
      : translate('noEvent'),
    bad: line(
      offer !== undefined && translate('otherOffer', { offer: gatewayName(offer) }),
      gatewayLack(of),
      ...gatewayNotes(of, isPageOn && enabled),
      key?.state === 'unchecked' && translate('uncheckedKey', { gateway: gatewayName(gateway) }),
      key?.isMaster && translate('masterKey'),
      lastRefused &&
        `${translate('lastRefused')}: ${isolated(textOfCode('reason', lastRefused.reason))}, ${timeText(lastRefused.at)}`,
    ),
    buttons: [
      // Settings have the stored key tried again.
      ...(isUntried
        ? [
            {
              name: 'tryKey',
              act: () => change('/payments/commands/set-gateway', { id, gateway, type, settings }),
            } as const,
          ]
        : []),
      ...(offer === undefined
        ? []
        : [{ name: 'showOffer', act: () => post('/config/commands/change-agreement', { gateway }) } as const]),
      toggle(enabled, (next) => change('/payments/commands/togglegateway', { id, enabled: next }), !enabled),
      { name: 'rotate', sure: 'rotateSure', act: () => change('/payments/commands/rotate-webhook-url', { id }) },
      removal(() => change('/payments/commands/delete-gateway', { id })),
    ],
  }
}

const names = Object.fromEntries(Object.keys(kinds).map((name) => [name, gatewayName(name)]))

const add = ({ gateway, ...secrets }: Fields) => set({ gateway, type: 'fiat' }, secrets)

const NewGateway = () => (
  <Card title="newGateway">
    <Form name="add" send={add} done="addedGateway" keep>
      {({ gateway = 'stripe' }) => (
        <>
          <Field name="gateway" choices={names} />
          <SetUp gateway={gateway} />
        </>
      )}
    </Form>
  </Card>
)

export const GatewaysView = () => (
  <>
    <ListCard title="gateways" load={listed}>
      {itemOf}
    </ListCard>
    <div class="column">
      <NewGateway />
      <DonationPage />
    </div>
  </>
)
