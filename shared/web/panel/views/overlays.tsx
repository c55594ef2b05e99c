import { Component } from 'preact'
import type { ItemOf } from '../../client/answer.ts'
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
import { linkedLook } from '../uploadField.tsx'
import { countLeaders } from './leaders.tsx'

const keptLook = async () => ((await configured('overlay'))?.value ?? {}) as Value

const tryLook = (look: Value) =>
  document.querySelector('iframe')?.contentWindow?.postMessage({ look: linkedLook(look) }, location.origin)

const saveLook = async (changed: (value: Value) => Value): Promise<void> => {
  await changeRecord('overlay', changed)
  const look = await keptLook()
  if (look['leaders'] !== undefined) await countLeaders(look)
}

const LookForm = ({ look }: { readonly look: Value }) => (
  <>
    <iframe src={addressOf('overlay')} title={translate('preview')} onLoad={() => tryLook(look)} />
    <p class="soft">{translate('lookHint')}</p>
    <SettingsForm fields={lookFields} prefix="look_" value={look} tried={tryLook} save={saveLook} />
  </>
)

interface Made {
  /** The address that was made last, which is shown once. */
  readonly address?: string
}

/** Addresses of overlays outlive memberships, so owners alone make and revoke them. */
const needs = '/overlays/commands/revoke-overlay'

const revocation = { name: 'revoke', sure: 'revokeSure', needs } as const

type Part = NonNullable<ItemOf<'/overlays'>['part']>

/** What the source of an overlay shows; all of it is the choice without a name. */
const parts = { '': 'part_all', alerts: 'part_alerts', goals: 'part_goals', leaders: 'part_leaders' } as const

const partTexts = () => Object.fromEntries(Object.entries(parts).map(([part, text]) => [part, translate(text)]))

export class OverlaysView extends Component<object, Made> {
  override state: Made = {}

  readonly #make = async ({ name = '', part = '' }: Fields) => {
    const chosen = { ...(name && { name }), ...(part && { part: part as Part }) }
    const { overlayUrl } = await change('/overlays/commands/create-ticket', chosen)
    this.setState({ address: overlayUrl })
    if (part === 'leaders') await countLeaders(await keptLook())
  }

  /** A new address is made before the former one ends, so that a failure takes nothing away. */
  readonly #renew = async ({ overlayId, name, part }: ItemOf<'/overlays'>) => {
    await this.#make({ name, part: part ?? '' })
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
              <p class="soft">{translate('partHint')}</p>
              <Form name="newOverlay" needs={needs} send={this.#make} done={undefined}>
                <Field name="name" placeholder="OBS" maxLength={128} />
                <Field name="part" choices={partTexts()} />
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
          {(overlay) => {
            const { overlayId, name, part, connected, lastSeenAt } = overlay
            return {
              key: overlayId,
              name: name || overlayId,
              label: name,
              good: connected && translate('connected'),
              soft: line(part && translate(parts[part]), !connected && line(translate('away'), timeText(lastSeenAt))),
              more: (
                <Edit of={name || overlayId}>
                  <Form
                    name="rename"
                    send={({ name: next = '' }) =>
                      change('/overlays/commands/rename-overlay', { overlayId, name: next })
                    }
                    keep
                  >
                    <Field name="name" value={name} maxLength={128} required />
                  </Form>
                </Edit>
              ),
              buttons: [
                { name: 'newAddress', needs, sure: 'newAddressSure', act: () => this.#renew(overlay) },
                removal(() => change('/overlays/commands/revoke-overlay', { overlayId }), revocation),
              ],
            }
          }}
        </ListCard>
        <Card title="lookOfOverlays">
          <Loaded load={keptLook}>{(look) => <LookForm look={look} />}</Loaded>
        </Card>
      </>
    )
  }
}
