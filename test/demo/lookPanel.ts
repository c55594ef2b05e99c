import { OverlayLook, overlayRecord } from '../../shared/overlays/overlayLook.ts'
import type { LocalApi } from '../harness/localApi.ts'
import type { Panel, PanelField, PanelValues } from '../startPage/panels.ts'
import { clientOf } from './recipientClient.ts'

const choices = (...values: readonly string[]) => Object.fromEntries(values.map((value) => [value, value]))

const fields: readonly PanelField[] = [
  { name: 'theme', label: 'Theme', kind: 'choice', value: 'glass', choices: choices('glass', 'paper', 'neon') },
  { name: 'accent', label: 'Accent', kind: 'color', value: '#8d6bff' },
  { name: 'ownColours', label: 'Own colours', kind: 'check', value: '' },
  { name: 'background', label: 'Background', kind: 'color', value: '#14101f' },
  { name: 'text', label: 'Text', kind: 'color', value: '#ffffff' },
  { name: 'font', label: 'Font', kind: 'text', value: '' },
  { name: 'size', label: 'Size (0.5 to 2)', kind: 'number', value: '1' },
  { name: 'position', label: 'Position', kind: 'choice', value: 'bottom', choices: choices('top', 'center', 'bottom') },
  { name: 'align', label: 'Side', kind: 'choice', value: 'center', choices: choices('left', 'center', 'right') },
  {
    name: 'language',
    label: 'Language',
    kind: 'choice',
    value: 'en',
    choices: { en: 'English', de: 'Deutsch', es: 'Español', ru: 'Русский' },
  },
  { name: 'image', label: 'Image (https)', kind: 'url', value: '' },
  { name: 'sound', label: 'Sound (https)', kind: 'url', value: '' },
  { name: 'speech', label: 'Read aloud', kind: 'check', value: '' },
]

/** The look that the form describes; what is left empty keeps its default. */
const lookFrom = ({ size = '', speech, ownColours, background, text, ...rest }: PanelValues): OverlayLook => {
  const texts = ownColours === 'true' ? { ...rest, background, text } : rest
  const given = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== ''))
  const look = OverlayLook.safeParse({
    ...given,
    ...(size !== '' && { size: Number(size) }),
    ...(speech === 'true' && { speech: {} }),
  })
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
