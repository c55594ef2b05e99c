import { Component } from 'preact'
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

/** The facts as the form gives them. */
const pageFrom = (given: Fields, ownerId: string) => {
  const { name = '', least = '', faceUpload, channel = '', terms = '', returnUrl = '', enabled } = given
  return {
    enabled: enabled === 'true',
    name,
    faceUpload: faceUpload || undefined,
    channel: channel.trim(),
    terms: terms.trim(),
    least: explained(() => amountsFromText(least)),
    returnUrl: returnUrl.trim() || addressFor(ownerId),
  }
}

/** Stores what is new or was changed in the form: what others have changed meanwhile stays. */
const save = async (before: Fields, given: Fields) => {
  const record = await configured('paymentpage')
  const present = donorPageOf(record?.value)
  // A first save that was cut off has left the address of nobody's page.
  const isCutOff = present.returnUrl === addressFor('')
  const store = (ownerId: string) => {
    const page = pageFrom(given, ownerId)
    const changed = Object.entries(page).filter(([name]) => isCutOff || (given[name] ?? '') !== before[name])
    return configure('paymentpage', {
      ...record?.value,
      donorPage: { ...page, ...present, ...Object.fromEntries(changed) },
    })
  }
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

type Page = Awaited<ReturnType<typeof load>>

const ownAddress = ({ record }: Page) => record && addressFor(record.ownerId)

/** The fields as they show a page. */
const fieldsFrom = (page: Page): Fields => {
  const {
    enabled = true,
    name = '',
    least,
    faceUpload = '',
    channel = page.suggested ?? '',
    terms = '',
    returnUrl = '',
  } = donorPageOf(page.record?.value)
  return {
    enabled: enabled ? 'true' : '',
    name,
    least: least ? textFromAmounts(least) : '1 EUR',
    faceUpload,
    channel,
    terms,
    returnUrl: returnUrl === ownAddress(page) ? '' : returnUrl,
  }
}

class Settings extends Component<{ readonly of: Page }> {
  /** As the fields were when they came, or were saved last. */
  #before = fieldsFrom(this.props.of)

  readonly #save = async (given: Fields): Promise<void> => {
    await save(this.#before, given)
    this.#before = { enabled: '', ...given }
  }

  override render({ of: page }: { readonly of: Page }) {
    const own = ownAddress(page)
    const { enabled, name, least, faceUpload, channel, terms, returnUrl } = this.#before
    return (
      <>
        {own && donorPageOf(page.record?.value).enabled && <CopyField label="donationPage" text={own} />}
        <Form name="save" send={this.#save} keep>
          <Field name="name" label="shownName" value={name} maxLength={64} required />
          <Field name="least" label="leastLines" type="lines" value={least} required />
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
          <Field name="returnUrl" label="ownReturnUrl" type="url" value={returnUrl} placeholder={own ?? 'https://'} />
          <Field name="enabled" label="pageOn" type="checkbox" value={enabled} />
        </Form>
      </>
    )
  }
}

/** The facts that donors see, and the address of their page. A linked account's channel is public when it is saved. */
export const DonationPage = () => (
  <Card title="donationPage">
    <Loaded load={load}>{(page) => <Settings of={page} />}</Loaded>
  </Card>
)
