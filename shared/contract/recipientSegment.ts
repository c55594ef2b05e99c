import * as z from 'zod/mini'
import { idFromSegment } from './pathSegment.ts'
import { text } from './values.ts'

/** A recipient's id as the segment of a public path: `~` and base64url of at most 255 bytes, or the id itself. */
export const RecipientSegment = z.pipe(text(1, 341), z.pipe(z.transform(idFromSegment), text(1, 255)))
