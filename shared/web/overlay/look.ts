/** Emblems as SVG paths in a box of 24 by 24. */
const heart =
  'M12 21.2 10.6 20C5.4 15.3 2 12.2 2 8.4A5.4 5.4 0 0 1 7.5 3c1.8 0 3.4.8 4.5 2.1A6 6 0 0 1 16.5 3 5.4 5.4 0 0 1 22 8.4c0 3.8-3.4 6.9-8.6 11.6z'
const star = 'm12 1.8 3.1 6.6 7.1 1-5.2 5 1.3 7.2L12 18.1l-6.3 3.5L7 14.4l-5.2-5 7.1-1z'
const bolt = 'M13.4 1.5 3.6 13.8h6.7L8.9 22.5l10.5-12.9h-7z'
const gift =
  'M20 7h-2.2c.4-.5.6-1.2.6-2A3 3 0 0 0 12 3.6 3 3 0 0 0 5.6 5c0 .8.2 1.5.6 2H4a2 2 0 0 0-2 2v2h9V9h2v2h9V9a2 2 0 0 0-2-2M3.5 13v7a2 2 0 0 0 2 2H11v-9zm9.5 0v9h5.5a2 2 0 0 0 2-2v-7z'

const play = 'M6.5 3.2v17.6L21 12z'

const emblems: Readonly<Record<string, string>> = {
  follow: star,
  subscription: star,
  'subscription-gift': gift,
  'kick-gift': gift,
  raid: bolt,
  cheer: bolt,
  media: play,
}

export const emblemOf = (event: string): string => emblems[event] ?? heart

const levelHues: Readonly<Record<string, number>> = {
  '': 262,
  bronze: 24,
  silver: 210,
  gold: 44,
  platinum: 176,
  emerald: 150,
  diamond: 198,
  legendary: 330,
}

/** The colour of a level as a hue in degrees: fixed for well-known names, and derived from any other name. */
export const hueOf = (levelName: string): number => {
  const name = levelName.toLowerCase()
  const known = levelHues[name]
  if (known !== undefined) return known
  let hash = 7
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 3600
  return hash / 10
}

/** Of a text that is read aloud or from a screen: without a message, and at most. */
export const nameSeconds = 6
export const longestSeconds = 45
export const charactersASecond = 22
/** In fewer seconds nobody can read even a name. */
export const shortestSeconds = 3

const readingSeconds = (text: string): number =>
  Math.min(longestSeconds, nameSeconds + [...text].length / charactersASecond)

/** The part of its time that an alert keeps: a tenth less for each one that waits, and always four tenths. */
const keptPart = (waiting: number): number => Math.max(4, 10 - waiting) / 10

/** Seconds for which an alert is shown: to read its message, and fewer when others wait. */
export const shownSeconds = (message: string, waiting: number): number =>
  Math.max(shortestSeconds, readingSeconds(message) * keptPart(waiting))
