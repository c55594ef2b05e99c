import { removal, type Show } from '../actionButtons.tsx'
import { line, timeText } from '../formats.ts'
import { Field, type Fields, Form } from '../forms.tsx'
import { type LookField, lookFields, lookFromFields } from '../lookFields.ts'
import { Card, CopyField, ListCard, Loaded } from '../parts.tsx'
import { change, configure, configured, list } from '../service.ts'
import { addressOf } from '../session.ts'
import { translate } from '../translate.ts'

type Look = Readonly<Record<string, unknown>>

const keptLook = async () => ((await configured('overlay'))?.value ?? {}) as Look

/** The value of a field for a look, as text. */
const textOf = ({ name, value }: LookField, look: Look): string => {
  if (name === 'ownColours') return String(look['background'] !== undefined)
  const kept = look[name] ?? value
  return typeof kept === 'object' ? 'true' : String(kept)
}

const saveLook = async (fields: Fields) => {
  const kept = await keptLook()
  // Members that the form has no field for, such as levels and the voice, stay.
  const others = Object.entries(kept).filter(([name]) => lookFields.every((field) => field.name !== name))
  await configure('overlay', { ...Object.fromEntries(others), ...lookFromFields(fields, kept['speech']) })
}

const tryLook = (look: object) =>
  document.querySelector('iframe')?.contentWindow?.postMessage({ look }, location.origin)

const LookForm = ({ look }: { readonly look: Look }) => (
  <>
    <iframe src={addressOf('overlay')} title={translate('preview')} onLoad={() => tryLook(look)} />
    <Form name="save" send={saveLook} input={(fields) => tryLook(lookFromFields(fields))} keep>
      {lookFields.map((field: LookField & { readonly name: (typeof lookFields)[number]['name'] }) => (
        <Field key={field.name} {...field} label={`look_${field.name}`} value={textOf(field, look)} />
      ))}
    </Form>
  </>
)

const makeOverlay = async ({ name = '' }: Fields, show: Show) => {
  const { overlayUrl } = await change('/overlays/commands/create-ticket', { ...(name && { name }) })
  show([<p>{translate('overlayHint')}</p>, <CopyField text={overlayUrl} label="address" />])
}

const revocation = { name: 'revoke', sure: 'revokeSure' } as const

export const OverlaysView = () => (
  <>
    <ListCard
      title="overlays"
      load={() => list('/overlays')}
      before={
        <Form name="newOverlay" send={makeOverlay} done={undefined}>
          <Field name="name" placeholder="OBS" maxLength={128} />
        </Form>
      }
    >
      {({ overlayId, name, connected, lastSeenAt }) => ({
        key: overlayId,
        name: name || overlayId,
        label: name,
        good: connected && translate('connected'),
        soft: !connected && line(translate('away'), timeText(lastSeenAt)),
        buttons: [removal(() => change('/overlays/commands/revoke-overlay', { overlayId }), revocation)],
      })}
    </ListCard>
    <Card title="lookOfOverlays">
      <Loaded load={keptLook}>{(look) => <LookForm look={look} />}</Loaded>
    </Card>
  </>
)
