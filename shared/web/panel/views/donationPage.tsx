import { mostFaceBytes } from '../../../areas/donors/mostFaceBytes.ts'
import type { ItemOf } from '../../client/answer.ts'
import { donorPageOf } from '../donorPageOf.ts'
import { explained } from '../explained.ts'
import { faceFile } from '../faceFile.ts'
import { Field, type Fields, Form } from '../forms.tsx'
import { Card, CopyField, Loaded } from '../parts.tsx'
import { configure, configured, list } from '../service.ts'
import { addressOf } from '../session.ts'
import { amountsFromText, textFromAmounts } from '../settingFields.ts'
import { UploadField } from '../uploadField.tsx'

const addressFor = (ownerId: string): string => addressOf(`donate/${encodeURIComponent(ownerId)}`)

const save = async ({
  name = '',
  least = '',
  faceUpload,
  channel = '',
  terms = '',
  returnUrl = '',
  enabled,
}: Fields) => {
  const amounts = explained(() => amountsFromText(least))
  const record = await configured('paymentpage')
  const store = (ownerId: string) =>
    configure('paymentpage', {
      ...record?.value,
      donorPage: {
        ...donorPageOf(record?.value),
        enabled: enabled === 'true',
        name,
        faceUpload: faceUpload || undefined,
        channel: channel.trim(),
        terms: terms.trim(),
        least: amounts,
        returnUrl: returnUrl.trim() || addressFor(ownerId),
      },
    })
  const { ownerId } = await store(record?.ownerId ?? '')
  // The first record shows whose page it is.
  if (record === null) await store(ownerId)
}

/** Where a linked account has its channel, as far as its name says so. */
const channels: Readonly<Record<string, string>> = { Twitch: 'https://www.twitch.tv/', Kick: 'https://kick.com/' }

const channelOf = ({ system, account }: ItemOf<'/recipients/tokens'>): readonly string[] =>
  Object.hasOwn(channels, system) && /^\w+$/.test(account.name) ? [`${channels[system]}${account.name}`] : []

const load = async () => {
  // Who may not see the accounts writes the address.
  const [record, accounts] = await Promise.all([configured('paymentpage'), list('/recipients/tokens').catch(() => [])])
  return { record, suggested: accounts.flatMap(channelOf)[0] }
}

const Settings = ({ of: { record, suggested } }: { readonly of: Awaited<ReturnType<typeof load>> }) => {
  const { enabled, name, least, faceUpload, channel = suggested, terms, returnUrl } = donorPageOf(record?.value)
  const own = record ? addressFor(record.ownerId) : undefined
  return (
    <>
      {own && enabled && <CopyField label="donationPage" text={own} />}
      <Form name="save" send={save} keep>
        <Field name="name" label="shownName" value={name} maxLength={64} required />
        <Field name="least" label="leastLines" type="lines" value={least ? textFromAmounts(least) : '1 EUR'} required />
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
        <Field
          name="returnUrl"
          label="ownReturnUrl"
          type="url"
          value={returnUrl === own ? '' : returnUrl}
          placeholder={own ?? 'https://'}
        />
        <Field name="enabled" label="pageOn" type="checkbox" value={String(enabled ?? true)} />
      </Form>
    </>
  )
}

/** The facts that donors see, and the address of their page. A linked account's channel is public when it is saved. */
export const DonationPage = () => (
  <Card title="donationPage">
    <Loaded load={load}>{(page) => <Settings of={page} />}</Loaded>
  </Card>
)
