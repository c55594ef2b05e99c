import { expect, test } from 'vitest'
import { mediaCard } from '../../../../shared/web/overlay/card.ts'
import { levelStyleOf } from '../../../../shared/web/overlay/levelStyle.ts'
import { emblemOf, hueOf, shownSeconds } from '../../../../shared/web/overlay/look.ts'

test.each([
  ['', 262],
  ['bronze', 24],
  ['silver', 210],
  ['gold', 44],
  ['Gold', 44],
  ['platinum', 176],
  ['emerald', 150],
  ['diamond', 198],
  ['legendary', 330],
  ['a', 31.4],
  ['ab', 263.2],
  ['ba', 266.2],
])('the level %j has the hue %d', (name, hue) => {
  expect(hueOf(name)).toBe(hue)
})

test.each(['', 'x'.repeat(128), '💎'])('the level %j has a hue', (name) => {
  expect(hueOf(name)).toBeGreaterThanOrEqual(0)
  expect(hueOf(name)).toBeLessThan(360)
})

const requested = (...owners: readonly string[]) => ({
  ...({ version: 1, type: 'media', sequence: 7, after: 6, force: false, test: true } as const),
  media: owners.map((owner, index) => ({
    id: `video-${index}`,
    provider: 'youtube' as const,
    originId: 'dQw4w9WgXcQ',
    url: '',
    thumbnail: '',
    title: `Song ${index}`,
    system: 'Stripe',
    owner,
    paymentId: 'payment',
  })),
})

test('requested videos are announced by title and donor, three by name and the others by number', () => {
  expect(mediaCard(requested(''), {})).toEqual({
    texts: { nickname: 'Requested video', phrase: '', message: 'Song 0 — Somebody', amount: '', level: '' },
    event: 'media',
    level: '',
    sequence: 7,
    test: true,
  })
  expect(mediaCard(requested('Mira', ' ', 'Bob', 'Ann'), { language: 'de' }).texts).toMatchObject({
    nickname: 'Videowunsch',
    phrase: '+ 1',
    message: 'Song 0 — Mira\nSong 1 — Jemand\nSong 2 — Bob',
  })
})

test('events of a kind have one emblem, and those of different kinds have different ones', () => {
  const kinds = [
    ['payment', 'never heard of'],
    ['follow', 'subscription'],
    ['subscription-gift', 'kick-gift'],
    ['raid', 'cheer'],
    ['media'],
  ]

  const emblems = kinds.map((events) => new Set(events.map(emblemOf)))

  expect(emblems.map(({ size }) => size)).toEqual(kinds.map(() => 1))
  expect(new Set(emblems.flatMap((each) => [...each])).size).toBe(kinds.length)
  for (const [path] of emblems) expect(path).toMatch(/^[Mm][\d.]+[\s\d.a-zA-Z-]+z$/)
})

test('a message is shown for the time to read it, within bounds', () => {
  expect(shownSeconds('💎'.repeat(22), 0)).toBe(7)
  expect(shownSeconds('', 0)).toBe(6)
  expect(shownSeconds('a'.repeat(110), 0)).toBe(11)
  expect(shownSeconds('a'.repeat(1000), 0)).toBe(45)
})

test.each([
  [1, 9],
  [3, 7],
  [6, 4],
  [7, 4],
  [500, 4],
])('while %i wait, an alert keeps %i tenths of its time', (waiting, tenths) => {
  expect(shownSeconds('a'.repeat(88), waiting)).toBe(tenths)
})

test('however many wait, a name can be read', () => {
  expect(shownSeconds('', 500)).toBe(3)
})

test.each([
  ['#ff0000', 0, 100],
  ['#ff8000', 30.1, 100],
  ['#00ff80', 150.1, 100],
  ['#8000ff', 270.1, 100],
  ['#ff0080', 329.9, 100],
  ['#bf4040', 0, 49.8],
  ['#206040', 150, 50],
  ['#e0c0c0', 0, 34],
  ['#000000', 0, 0],
  ['#ffffff', 0, 0],
])('%s has the hue %d and the saturation %d %%', (accent, hue, saturation) => {
  const { colours, ...style } = levelStyleOf({ accent }, 'gold')

  expect(style.hue).toBeCloseTo(hue, 1)
  expect(Number(colours['--hue'])).toBe(style.hue)
  expect(Number.parseFloat(colours['--vivid'] ?? '')).toBeCloseTo(saturation, 1)
  expect([colours['--vivid']?.at(-1), colours['--accent']]).toEqual(['%', accent])
})

test('a level is found in any case, and takes no value of another one', () => {
  const levels = [
    { name: 'SILVER', accent: '#0000ff', image: 'https://a.example/silver.png' },
    { name: 'Gold', accent: '#00ff00', sound: 'https://a.example/gold.ogg' },
  ]

  expect(levelStyleOf({ levels }, 'gOLD')).toMatchObject({ hue: 120, image: undefined, sound: levels[1]?.sound })
  expect(levelStyleOf({ levels }, 'silver')).toMatchObject({ hue: 240, image: levels[0]?.image, sound: undefined })
  expect(levelStyleOf({ levels, sound: 'all' }, 'bronze')).toMatchObject({ hue: 24, sound: 'all' })
})

test('a level has its own colour, image and sound, else those of all, else a colour by its name', () => {
  const look = {
    accent: '#ff0000',
    image: 'https://a.example/all.png',
    sound: 'https://a.example/all.ogg',
    levels: [
      { name: 'Gold', accent: '#00ff00', image: 'https://a.example/gold.png', sound: 'https://a.example/gold.ogg' },
    ],
  }

  expect(levelStyleOf(look, 'gold')).toEqual({
    hue: 120,
    colours: { '--hue': '120', '--vivid': '100%', '--accent': '#00ff00' },
    image: 'https://a.example/gold.png',
    sound: 'https://a.example/gold.ogg',
  })
  expect(levelStyleOf(look, '')).toEqual({
    hue: 0,
    colours: { '--hue': '0', '--vivid': '100%', '--accent': '#ff0000' },
    image: 'https://a.example/all.png',
    sound: 'https://a.example/all.ogg',
  })
  expect(levelStyleOf({ accent: '#808080' }, '').colours).toMatchObject({ '--hue': '0', '--vivid': '0%' })
  expect(levelStyleOf({}, 'gold').colours).toEqual({ '--hue': String(hueOf('gold')) })
})
