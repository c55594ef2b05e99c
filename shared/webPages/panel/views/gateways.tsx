import { useState } from 'preact/hooks'
import { answered } from '../answered.ts'
import { Act, Card, Choice, Copied, Field, type Fields, Form, Rows, Shown, timeText, useLoaded } from '../parts.tsx'
import { say, type TextName } from '../say.ts'
import { service } from '../session.ts'

const gateways = () => answered(service.GET('/payments/gateways', { params: { query: { size: 100 } } }))

type Gateway = Awaited<ReturnType<typeof gateways>>['content'][number]

/** The gateways that speak formats of their own, and the page of each that has to be opened. */
const kinds = {
  stripe: { page: 'https://dashboard.stripe.com/webhooks', hint: 'hint_stripe' },
  kofi: { page: 'https://ko-fi.com/manage/webhooks', hint: 'hint_kofi' },
  yookassa: { page: 'https://yookassa.ru/my', hint: 'hint_yookassa' },
  manual: { page: '', hint: 'hint_manual' },
} as const satisfies Readonly<Record<string, { readonly page: string; readonly hint: TextName }>>

type Kind = keyof typeof kinds

const isKind = (gateway: string): gateway is Kind => gateway in kinds

/** What to click at the gateway. */
const Hint = ({ gateway }: { readonly gateway: string }) => {
  if (!isKind(gateway)) return null
  const { page, hint } = kinds[gateway]
  return (
    <p class="soft">
      {say(hint)}{' '}
      {page === '' ? null : (
        <a href={page} target="_blank" rel="noreferrer">
          {say('openThere')}
        </a>
      )}
    </p>
  )
}

const given = ({ secret, token, shopId }: Fields) => ({
  ...(secret && { secret }),
  ...(token && { token }),
  ...(shopId && { settings: { shopId } }),
})

/** The secrets that a gateway has; what is left empty stays as it is. */
const Secrets = ({ gateway }: { readonly gateway: string }) => (
  <div class="fields">
    {gateway === 'yookassa' ? <Field name="shopId" label={say('shopId')} /> : null}
    {gateway === 'yookassa' ? null : <Field name="secret" type="password" label={say('secret')} />}
    {gateway === 'stripe' || gateway === 'yookassa' ? (
      <Field name="token" type="password" label={say('apiKey')} />
    ) : null}
  </div>
)

const GatewayRow = ({ gateway: each, reload }: { readonly gateway: Gateway; readonly reload: () => Promise<void> }) => {
  const { id, gateway, type, enabled } = each
  const after = (sending: Promise<unknown>) => sending.then(reload)
  const change = (fields: Fields) =>
    after(answered(service.POST('/payments/commands/set-gateway', { body: { id, gateway, type, ...given(fields) } })))
  return (
    <li>
      <div class="what">
        <h3>
          <bdi>{gateway}</bdi>{' '}
          <small class={enabled ? 'good' : 'soft'}>{enabled ? say('enabled') : say('disabled')}</small>
        </h3>
        <Copied text={each.webhookUrl} label={say('webhookUrl')} />
        <small class="soft">
          {each.lastEvent
            ? `${say('lastEvent')}: ${each.lastEvent.type}, ${timeText(each.lastEvent.at)}`
            : say('noEvent')}
        </small>
        {each.lastRefused ? (
          <small class="bad">
            {say('lastRefused')}: {each.lastRefused.reason}, {timeText(each.lastRefused.at)}
          </small>
        ) : null}
        <details>
          <summary>{say('setUp')}</summary>
          <Hint gateway={gateway} />
          <Form send={change} action={say('save')}>
            <Secrets gateway={gateway} />
          </Form>
        </details>
      </div>
      <span class="acts">
        <Act
          main={!enabled}
          label={gateway}
          act={() =>
            after(answered(service.POST('/payments/commands/togglegateway', { body: { id, enabled: !enabled } })))
          }
        >
          {enabled ? say('disable') : say('enable')}
        </Act>
        <Act
          label={gateway}
          sure={say('rotateSure')}
          act={() => after(answered(service.POST('/payments/commands/rotate-webhook-url', { body: { id } })))}
        >
          {say('rotate')}
        </Act>
        <Act
          label={gateway}
          sure={say('deleteSure')}
          act={() => after(answered(service.POST('/payments/commands/delete-gateway', { body: { id } })))}
        >
          {say('delete')}
        </Act>
      </span>
    </li>
  )
}

const NewGateway = ({ reload }: { readonly reload: () => Promise<void> }) => {
  const [kind, setKind] = useState<string>('stripe')
  const add = async (fields: Fields) => {
    const body = { gateway: kind, type: 'fiat' as const, ...given(fields) }
    await answered(service.POST('/payments/commands/set-gateway', { body }))
    await reload()
  }
  const names = { stripe: 'Stripe', kofi: 'Ko-fi', yookassa: 'YooKassa', manual: 'Standard Webhooks' }
  return (
    <Card title={say('newGateway')}>
      <Form
        send={add}
        action={say('add')}
        done={say('addedGateway')}
        input={({ gateway = 'stripe' }) => setKind(gateway)}
        keep
      >
        <Choice name="gateway" label={say('gateway')} choices={names} value={kind} />
        <Hint gateway={kind} />
        <Secrets gateway={kind} />
      </Form>
    </Card>
  )
}

const donationPage = async () => {
  const { content } = await answered(service.GET('/config', { params: { query: { name: 'paymentpage' } } }))
  const [record] = content
  return { ownerId: record?.ownerId, value: record?.value ?? {} }
}

/** The facts that donors see, and the address of their page. */
const DonationPage = () => {
  const page = useLoaded(donationPage)
  const save = async (fields: Fields) => {
    const { name = '', currency = 'EUR', least = '1', enabled } = fields
    const { ownerId, value } = await donationPage()
    const own = new URL('donate/', new URL('.', location.href)).href
    const stored = (value as { donorPage?: object }).donorPage ?? {}
    const donorPage = {
      returnUrl: own + (ownerId ?? ''),
      ...stored,
      enabled: enabled === 'true',
      name,
      least: [{ major: Number(least), minor: 0, currency: currency.toUpperCase() }],
    }
    const put = (donor: object) =>
      answered(
        service.PUT('/config', { body: { name: 'paymentpage', value: { ...value, donorPage: donor } as never } }),
      )
    const { ownerId: recipientId } = await put(donorPage)
    // The first record shows whose page it is.
    if (ownerId === undefined) await put({ ...donorPage, returnUrl: own + encodeURIComponent(recipientId) })
    await page.reload()
  }
  return (
    <Card title={say('donationPage')}>
      <Shown of={page}>
        {({ ownerId, value }) => {
          const donor = (value as { donorPage?: { enabled?: boolean; name?: string; least?: never[] } }).donorPage
          const [least] = (donor?.least ?? []) as { major: number; currency: string }[]
          return (
            <>
              {ownerId !== undefined && donor?.enabled ? (
                <Copied
                  label={say('donationPage')}
                  text={new URL(`donate/${encodeURIComponent(ownerId)}`, new URL('.', location.href)).href}
                />
              ) : null}
              <Form send={save} action={say('save')} keep>
                <div class="fields">
                  <Field name="name" label={say('shownName')} value={donor?.name ?? ''} maxLength={64} required />
                  <Field name="least" type="number" label={say('least')} value={String(least?.major ?? 1)} required />
                  <Field
                    name="currency"
                    label={say('currency')}
                    value={least?.currency ?? 'EUR'}
                    maxLength={3}
                    required
                  />
                </div>
                <label>
                  <input type="checkbox" name="enabled" value="true" checked={donor?.enabled ?? true} />
                  {say('enabled')}
                </label>
              </Form>
            </>
          )
        }}
      </Shown>
    </Card>
  )
}

export const GatewaysView = () => {
  const loaded = useLoaded(gateways)
  return (
    <>
      <Card title={say('gateways')}>
        <Shown of={loaded}>
          {({ content }) => (
            <Rows of={content}>
              {(gateway) => <GatewayRow key={gateway.id} gateway={gateway} reload={loaded.reload} />}
            </Rows>
          )}
        </Shown>
      </Card>
      <div class="column">
        <NewGateway reload={loaded.reload} />
        <DonationPage />
      </div>
    </>
  )
}
