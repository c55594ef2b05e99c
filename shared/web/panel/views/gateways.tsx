import { mostFaceBytes } from '../../../areas/donors/mostFaceBytes.ts'
import { decimalFromMoney } from '../../../runtime/money/decimal.ts'
import type { ItemOf } from '../../client/answer.ts'
import { gatewayName } from '../../gatewayNames.ts'
import { removal, toggle } from '../actionButtons.tsx'
import { faceFile } from '../faceFile.ts'
import { isolated, line, type Money, timeText } from '../formats.ts'
import { Field, type Fields, Form, moneyOf } from '../forms.tsx'
import { gatewayLack } from '../gatewayLack.ts'
import { gatewayNotes } from '../gatewayNotes.ts'
import { Card, CopyField, ExternalLink, type Item, ListCard, Loaded } from '../parts.tsx'
import { change, configure, configured, list } from '../service.ts'
import { addressOf } from '../session.ts'
import { textOfCode, translate } from '../translate.ts'
import { UploadField } from '../uploadField.tsx'

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

/** Whether no webhook arrives that could have been registered already. */
const isAwaited = ({ lastEvent, notes = [] }: Partial<Gateway>): boolean =>
  !lastEvent || notes.some(({ code }) => code === 'payment_unreported')

/** What became of the webhook, beside its address. */
const Webhook = ({ of }: { readonly of: Pick<Gateway, 'gateway'> & Partial<Gateway> }) => {
  const { state, right } = of.webhook ?? {}
  const gateway = gatewayName(of.gateway)
  if (state === 'registered') return <small class="good">{translate('webhookRegistered', { gateway })}</small>
  return isAwaited(of) ? (
    <>
      {right && <p class="bad">{translate('rightMissing', { right, gateway })}</p>}
      <ByHand gateway={of.gateway} />
    </>
  ) : null
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

/** The warning that donors pay here under the offer of another gateway. A bridge has no offer of its own. */
const offerWarning = ({ gateway, type, enabled, offer }: Listed) =>
  enabled && type === 'fiat' && gateway !== 'manual' && typeof offer === 'string' && offer !== gateway
    ? translate('otherOffer', { offer: gatewayName(offer) })
    : ''

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
  const isUntried = key?.state === 'unchecked' || webhook?.state === 'missing_right'
  return {
    key: id,
    name: gatewayName(gateway),
    more: <More of={of} />,
    soft: lastEvent
      ? `${translate('lastEvent')}: ${isolated(lastEvent.type)}, ${timeText(lastEvent.at)}`
      : translate('noEvent'),
    bad: line(
      offerWarning(of),
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

type DonorPage = Readonly<{
  enabled?: boolean
  name?: string
  least?: readonly Money[]
  faceUpload?: string
  channel?: string
  terms?: string
}>

const donorPageOf = (value: object | undefined): DonorPage => (value as { donorPage?: DonorPage })?.donorPage ?? {}

const donationAddress = (ownerId: string): string => addressOf(`donate/${encodeURIComponent(ownerId)}`)

const saveDonationPage = async ({
  name = '',
  currency = '',
  least = '1',
  faceUpload,
  channel = '',
  terms = '',
  enabled,
}: Fields) => {
  const record = await configured('paymentpage')
  const kept = donorPageOf(record?.value)
  const given = moneyOf({ amount: least, currency })
  const save = (ownerId: string) =>
    configure('paymentpage', {
      ...record?.value,
      donorPage: {
        returnUrl: donationAddress(ownerId),
        ...kept,
        enabled: enabled === 'true',
        name,
        faceUpload: faceUpload || undefined,
        channel: channel.trim(),
        terms: terms.trim(),
        // The form has the first currency.
        least: [given, ...(kept.least ?? []).slice(1).filter((other) => other.currency !== given.currency)],
      },
    })
  const { ownerId } = await save(record?.ownerId ?? '')
  // The first record shows whose page it is.
  if (record === null) await save(ownerId)
}

/** Where a linked account has its channel, as far as its name says so. */
const channels: Readonly<Record<string, string>> = { Twitch: 'https://www.twitch.tv/', Kick: 'https://kick.com/' }

const channelOf = ({ system, account }: ItemOf<'/recipients/tokens'>): readonly string[] =>
  Object.hasOwn(channels, system) && /^\w+$/.test(account.name) ? [`${channels[system]}${account.name}`] : []

const donationPage = async () => {
  // Who may not see the accounts writes the address.
  const [record, accounts] = await Promise.all([configured('paymentpage'), list('/recipients/tokens').catch(() => [])])
  return { record, suggested: accounts.flatMap(channelOf)[0] }
}

/** The facts that donors see, and the address of their page. A linked account's channel is public when it is saved. */
const DonationPage = ({ of: { record, suggested } }: { readonly of: Awaited<ReturnType<typeof donationPage>> }) => {
  const { enabled, name, least: [least] = [], faceUpload, channel = suggested, terms } = donorPageOf(record?.value)
  return (
    <>
      {record && enabled && <CopyField label="donationPage" text={donationAddress(record.ownerId)} />}
      <Form name="save" send={saveDonationPage} keep>
        <Field name="name" label="shownName" value={name} maxLength={64} required />
        <Field name="least" type="number" value={least ? decimalFromMoney(least) : '1'} required />
        <Field name="currency" value={least?.currency ?? 'EUR'} maxLength={3} required />
        <UploadField
          name="faceUpload"
          label="face"
          kind="image"
          none="upload_none"
          most={mostFaceBytes}
          prepare={faceFile}
          value={faceUpload}
        />
        <Field name="channel" label="channelAddress" type="url" value={channel} placeholder="https://" />
        <Field name="terms" label="ownTerms" type="url" value={terms} placeholder="https://" />
        <Field name="enabled" label="pageOn" type="checkbox" value={String(enabled ?? true)} />
      </Form>
    </>
  )
}

export const GatewaysView = () => (
  <>
    <ListCard title="gateways" load={listed}>
      {itemOf}
    </ListCard>
    <div class="column">
      <NewGateway />
      <Card title="donationPage">
        <Loaded load={donationPage}>{(page) => <DonationPage of={page} />}</Loaded>
      </Card>
    </div>
  </>
)
