import { Component } from 'preact'
import { removal } from '../actionButtons.tsx'
import { line, timeText } from '../formats.ts'
import { Field, type Fields, Form } from '../forms.tsx'
import { lookFields } from '../lookFields.ts'
import { Card, CopyField, Edit, ListCard, Loaded } from '../parts.tsx'
import { change, configured, list } from '../service.ts'
import { addressOf } from '../session.ts'
import type { Value } from '../settingFields.ts'
import { changeRecord, SettingsForm } from '../settingsForm.tsx'
import { translate } from '../translate.ts'

const keptLook = async () => ((await configured('overlay'))?.value ?? {}) as Value

const tryLook = (look: object) =>
  document.querySelector('iframe')?.contentWindow?.postMessage({ look }, location.origin)

const LookForm = ({ look }: { readonly look: Value }) => (
  <>
    <iframe src={addressOf('overlay')} title={translate('preview')} onLoad={() => tryLook(look)} />
    <p class="soft">{translate('lookHint')}</p>
    <SettingsForm
      fields={lookFields}
      prefix="look_"
      value={look}
      tried={tryLook}
      save={(changed) => changeRecord('overlay', changed)}
    />
  </>
)

interface Made {
  /** The address that was made last, which is shown once. */
  readonly address?: string
}

/** Addresses of overlays outlive memberships, so owners alone make and revoke them. */
const needs = '/overlays/commands/revoke-overlay'

const revocation = { name: 'revoke', sure: 'revokeSure', needs } as const

export class OverlaysView extends Component<object, Made> {
  override state: Made = {}

  readonly #make = async ({ name = '' }: Fields) => {
    const { overlayUrl } = await change('/overlays/commands/create-ticket', { ...(name && { name }) })
    this.setState({ address: overlayUrl })
  }

  /** A new address is made before the former one ends, so that a failure takes nothing away. */
  readonly #renew = async (overlayId: string, name: string) => {
    await this.#make({ name })
    await change('/overlays/commands/revoke-overlay', { overlayId })
  }

  override render(_props: object, { address }: Made) {
    return (
      <>
        <ListCard
          title="overlays"
          load={() => list('/overlays')}
          before={
            <>
              <p class="soft">{translate('oneBrowser')}</p>
              <Form name="newOverlay" needs={needs} send={this.#make} done={undefined}>
                <Field name="name" placeholder="OBS" maxLength={128} />
              </Form>
              <div role="status">
                {address && (
                  <>
                    <p>{translate('overlayHint')}</p>
                    <CopyField key={address} text={address} label="address" />
                  </>
                )}
              </div>
            </>
          }
        >
          {({ overlayId, name, connected, lastSeenAt }) => ({
            key: overlayId,
            name: name || overlayId,
            label: name,
            good: connected && translate('connected'),
            soft: !connected && line(translate('away'), timeText(lastSeenAt)),
            more: (
              <Edit of={name || overlayId}>
                <Form
                  name="rename"
                  send={({ name: next = '' }) => change('/overlays/commands/rename-overlay', { overlayId, name: next })}
                  keep
                >
                  <Field name="name" value={name} maxLength={128} required />
                </Form>
              </Edit>
            ),
            buttons: [
              { name: 'newAddress', needs, sure: 'newAddressSure', act: () => this.#renew(overlayId, name) },
              removal(() => change('/overlays/commands/revoke-overlay', { overlayId }), revocation),
            ],
          })}
        </ListCard>
        <Card title="lookOfOverlays">
          <Loaded load={keptLook}>{(look) => <LookForm look={look} />}</Loaded>
        </Card>
      </>
    )
  }
}
