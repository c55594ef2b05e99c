import { OverlayLook, overlayRecord } from '../../../shared/areas/overlays/overlayLook.ts'
import { type LookField, lookFields, lookFromFields } from '../../../shared/web/panel/lookFields.ts'
import { panelTexts } from '../../../shared/web/panel/panelTexts.ts'
import type { LocalApi } from '../runner/localApi.ts'
import type { Panel, PanelField, PanelValues } from '../startPage/panels.ts'
import { clientOf } from './recipientClient.ts'

const kindOf = ({ type, choices }: LookField): PanelField['kind'] => {
  if (choices !== undefined) return 'choice'
  return type === 'checkbox' ? 'check' : (type ?? 'text')
}

const fields = lookFields.map((field): PanelField => {
  const label = panelTexts[`look_${field.name}`][0]
  return {
    name: field.name,
    label,
    kind: kindOf(field),
    value: field.value,
    ...('choices' in field && { choices: field.choices }),
  }
})

/** The look that the form describes; what is left empty keeps its default. */
const lookFrom = (values: PanelValues): OverlayLook => {
  const look = OverlayLook.safeParse(lookFromFields(values))
  if (look.success) return look.data
  throw new Error(look.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'))
}

/** Lets the visitor dress the overlay in the frame of another panel, and keep the look as the recipient's configuration. */
export const lookPanel = (api: LocalApi, recipient: string, frame: string): Panel => ({
  id: 'look',
  title: 'The look of the overlay',
  description: `The overlay above shows it at once. Kept, it is the configuration record “${overlayRecord}” of “${recipient}”, which overlays get when they connect.`,
  form: {
    fields,
    action: 'Keep this look',
    preview: { in: frame, message: (values) => ({ look: lookFrom(values) }) },
    run: async function* (values) {
      const call = await clientOf(api, recipient, 'start page')
      const { value } = await call('PUT', '/config', { name: overlayRecord, value: lookFrom(values) })
      yield `kept: ${JSON.stringify(value)}`
    },
  },
})
