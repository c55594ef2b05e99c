import { OverlayLook, overlayRecord } from '../../../shared/areas/overlays/overlayLook.ts'
import { lookFields, lookFromFields } from '../../../shared/web/panel/lookFields.ts'
import { panelTexts } from '../../../shared/web/panel/panelTexts.ts'
import type { SettingField } from '../../../shared/web/panel/settingFields.ts'
import type { LocalApi } from '../runner/localApi.ts'
import type { Panel, PanelField, PanelValues } from '../startPage/panels.ts'
import { clientOf } from './recipientClient.ts'

const textOf = (name: string): string => panelTexts[name as keyof typeof panelTexts]?.[0] ?? name

const kinds = { switch: 'check', lines: 'text', amounts: 'text' } as const

const fields = lookFields.map((field: SettingField): PanelField => {
  const { name, kind, value = '', choices } = field
  const labels = choices?.map((choice) => [choice, textOf(`look_choice_${choice}`)] as const)
  return {
    name,
    label: textOf(`look_${name}`),
    kind: kind in kinds ? kinds[kind as keyof typeof kinds] : (kind as PanelField['kind']),
    value,
    ...(labels && { choices: { '': textOf('automatic'), ...Object.fromEntries(labels) } }),
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
  description: `The overlay above shows it at once. Kept, it is the configuration record “${overlayRecord}” of “${recipient}”, which overlays get at once.`,
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
