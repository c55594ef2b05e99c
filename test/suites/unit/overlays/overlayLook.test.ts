import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { OverlayLook, overlayRecord } from '../../../../shared/areas/overlays/overlayLook.ts'

const style = { accent: '#A0b1C2', image: 'https://cdn.example/i.png', sound: 'https://cdn.example/s.mp3' }
const level = (name: string) => ({ name, ...style })
const look = {
  theme: 'glass',
  ...style,
  background: '#000000',
  text: '#ffffff',
  font: 'Georgia',
  size: 1,
  position: 'top',
  align: 'left',
  language: 'en',
  volume: 0.5,
  seconds: 8,
  media: false,
  levels: [level('Gold')],
  speech: { voice: 'Alex', rate: 1 },
}

test.each<object>([
  {},
  look,
  ...['glass', 'paper', 'neon'].map((theme) => ({ theme })),
  ...['card', 'above', 'beside'].map((layout) => ({ layout })),
  ...['top', 'center', 'bottom'].map((position) => ({ position })),
  ...['day', 'month', 'all'].map((period) => ({ leaders: { period, currency: 'USD', count: 10 } })),
  ...['left', 'center', 'right'].map((align) => ({ align })),
  ...['en', 'de', 'es', 'ru'].map((language) => ({ language })),
  ...[0.5, 2].map((size) => ({ size, speech: { rate: size } })),
  ...[0, 1].map((volume) => ({ volume })),
  ...[0.5, 60].map((seconds) => ({ seconds })),
  { levels: Array.from({ length: 10 }, (_, index) => ({ name: `${index}` })), speech: {} },
])('%j is a look', (value) => {
  expect(OverlayLook.parse(value)).toEqual(value)
})

test.each<object>([
  { theme: 'wood' },
  { layout: 'below' },
  { leaders: { period: 'year' } },
  { leaders: { currency: 'E' } },
  { leaders: { count: 11 } },
  { accent: 'red' },
  { accent: '#12345' },
  { accent: '#1234567' },
  { background: ' #123456' },
  { text: '#12345g' },
  { image: 'http://cdn.example/i.png' },
  { sound: 'data:audio/mpeg;base64,AA' },
  { font: '' },
  { size: 0.4 },
  { size: 2.1 },
  { position: 'left' },
  { align: 'top' },
  { language: 'fr' },
  { volume: -0.1 },
  { volume: 1.1 },
  { seconds: 0.4 },
  { seconds: 61 },
  { media: 'no' },
  { levels: [{}] },
  { levels: [{ name: '' }] },
  { levels: [{ name: 'x'.repeat(129) }] },
  { levels: [{ name: 'Gold', accent: 'gold' }] },
  { levels: Array.from({ length: 11 }, (_, index) => ({ name: `${index}` })) },
  { speech: { voice: '' } },
  { speech: { rate: 2.1 } },
])('%j is none', (value) => {
  expect(OverlayLook.safeParse(value).success).toBe(false)
})

test('a malformed colour is refused with its format, and the record and the schema of looks keep their names', () => {
  const { error } = OverlayLook.safeParse({ accent: 'red' })

  expect(error?.issues[0]?.message).toBe('Invalid colour: expected six hexadecimal digits after #')
  expect([overlayRecord, z.globalRegistry.get(OverlayLook)?.id]).toEqual(['overlay', 'OverlayLook'])
})
