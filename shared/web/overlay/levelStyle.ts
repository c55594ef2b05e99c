import type { OverlayLook } from '../../areas/overlays/overlayLook.ts'
import { hueOf } from './look.ts'

export type Look = OverlayLook

interface LevelStyle {
  /** In degrees. */
  readonly hue: number
  /** Custom properties of the card. */
  readonly colours: Readonly<Record<string, string>>
  readonly image?: string | undefined
  readonly sound?: string | undefined
  readonly seconds?: number | undefined
  /** The words after the name. */
  readonly text?: string | undefined
}

/** Hue in degrees and saturation in percent of `#rrggbb`. */
const hueAndSaturation = (colour: string): { readonly hue: number; readonly saturation?: number } => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
  const highest = Math.max(red, green, blue)
  const lowest = Math.min(red, green, blue)
  const range = highest - lowest
  if (range === 0) return { hue: 0, saturation: 0 }
  const sixth =
    highest === red
      ? ((green - blue) / range + 6) % 6
      : highest === green
        ? (blue - red) / range + 2
        : (red - green) / range + 4
  return { hue: sixth * 60, saturation: (100 * range) / (1 - Math.abs(highest + lowest - 1)) }
}

/** How a level is shown: in its own way, else in that of all, else in a colour by its name. */
export const levelStyleOf = (look: Look, levelName: string): LevelStyle => {
  const own = look.levels?.find(({ name }) => name.toLowerCase() === levelName.toLowerCase())
  // The `text` of a look is a colour.
  const { accent, image, sound, seconds, text } = { ...look, text: undefined, ...own }
  const { hue, saturation } = accent === undefined ? { hue: hueOf(levelName) } : hueAndSaturation(accent)
  const colours = accent && { '--vivid': `${saturation}%`, '--accent': accent }
  return { hue, colours: { '--hue': String(hue), ...colours }, image, sound, seconds, text }
}
