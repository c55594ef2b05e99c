import * as z from 'zod/mini'
import { arrayOf, Identifier, Label, text, url } from '../../contract/values.ts'
import { LeaderChoice } from '../leaders/leaderSchemas.ts'

/** The name of the configuration record whose value is the look of the recipient's overlays. */
export const overlayRecord = 'overlay'

const Colour = z
  .string()
  .check(z.regex(/^#[\da-f]{6}$/i, { error: 'Invalid colour: expected six hexadecimal digits after #' }))
const Name = text(1, 128)
/** Browsers load nothing else into a page that was served over TLS. */
const MediaUrl = url('https')
const between = (minimum: number, maximum: number) => z.number().check(z.minimum(minimum), z.maximum(maximum))

/** For which an alert is shown. */
const Seconds = z.optional(between(0.5, 60))

/**
 * Colour, image and sound of one level of alerts, or of all levels without their own. An upload has precedence over the
 * address beside it; overlays get a link for an hour in its place, and a new one with each `resume`.
 */
const levelStyle = {
  accent: z.optional(Colour),
  image: z.optional(MediaUrl),
  sound: z.optional(MediaUrl),
  imageUpload: z.optional(Identifier),
  soundUpload: z.optional(Identifier),
}

/**
 * How overlays look and sound. Every member is optional; the settings in the page's address have precedence. `levels`
 * are compared without regard to case; the `text` of one is shown after the name of whoever has raised its alert.
 * `speech` reads alerts aloud in a voice of the browser, chosen by its name or else by `language`.
 */
export const OverlayLook = z
  .object({
    theme: z.optional(z.enum(['glass', 'paper', 'neon'])),
    /** Where the picture of an alert is: small in the card, large above the text, or large beside it. */
    layout: z.optional(z.enum(['card', 'above', 'beside'])),
    ...levelStyle,
    background: z.optional(Colour),
    text: z.optional(Colour),
    /** A font that the machine of the stream has. */
    font: z.optional(Label),
    /** 1 is the usual one. */
    size: z.optional(between(0.5, 2)),
    position: z.optional(z.enum(['top', 'center', 'bottom'])),
    align: z.optional(z.enum(['left', 'center', 'right'])),
    language: z.optional(z.enum(['en', 'de', 'es', 'ru'])),
    volume: z.optional(between(0, 1)),
    seconds: Seconds,
    /** Whether requested videos are announced when they are ready to be played; they are by default. */
    media: z.optional(z.boolean()),
    /** The bars of goals, shown at the top by default. */
    goals: z.optional(
      z.object({
        show: z.optional(z.boolean()),
        position: z.optional(z.enum(['top', 'bottom'])),
        accent: z.optional(Colour),
      }),
    ),
    /** What a source of leaders shows: five of this month, in euros, by default. */
    leaders: z.optional(LeaderChoice),
    levels: z.optional(arrayOf(z.object({ name: Name, ...levelStyle, seconds: Seconds, text: z.optional(Name) }), 10)),
    speech: z.optional(z.object({ voice: z.optional(Name), rate: z.optional(between(0.5, 2)) })),
  })
  .register(z.globalRegistry, { id: 'OverlayLook' })

export type OverlayLook = z.output<typeof OverlayLook>
