import * as z from 'zod/mini'
import { operation } from '../../contract/operation.ts'
import { Empty, Identifier, SafeInteger, text } from '../../contract/values.ts'
import { DateTimeAnswer } from '../../runtime/time/dateTime.ts'
import { duration } from '../../runtime/time/duration.ts'
import { mediaTypes, uploadKinds } from './fileType.ts'
import { linkSeconds, mostBytes, refusals, sendingSeconds } from './upload.ts'

const Kind = z.enum(uploadKinds)

/** A picture or sound. `type` is that of a checked file, by its first bytes, and `refusal` that of a refused one. */
const Upload = z
  .object({
    id: Identifier,
    name: text(1, 128),
    kind: Kind,
    bytes: SafeInteger,
    state: z.enum(['pending', 'ready', 'refused']),
    refusal: z.nullable(z.enum(refusals)),
    type: z.nullable(z.enum(mediaTypes)),
    createdAt: DateTimeAnswer,
  })
  .register(z.globalRegistry, { id: 'Upload' })

/** An upload with a link to its file; null where there is none. */
const LinkedUpload = z
  .extend(Upload, { url: z.nullable(z.string()) })
  .register(z.globalRegistry, { id: 'LinkedUpload' })

export const beginUpload = operation({
  id: 'beginUpload',
  area: 'uploads',
  role: 'editor',
  method: 'POST',
  path: '/uploads/commands/begin',
  summary: 'Begin to upload a picture or a sound',
  description: [
    `Send the file by \`PUT\` to \`url\` within ${duration(sendingSeconds)}, without further headers: exactly as many bytes as \`bytes\` says. Then call \`check\`; nobody sees the file before. A file has at most ${mostBytes / 1_000_000} MB.`,
    'The upload takes its place from now on. One that was not checked within a day gives it back.',
  ].join(' '),
  body: z.object({
    name: text(1, 128),
    kind: Kind,
    bytes: z.int().check(z.minimum(1), z.maximum(mostBytes)),
  }),
  success: { body: z.object({ id: z.string(), url: z.string(), expiresAt: DateTimeAnswer }) },
  problems: ['limit_reached', 'rate_limited', 'erasure_in_progress'],
  access: {
    uploads: ['GetItem', 'PutItem'],
    quotas: ['ConditionCheckItem'],
    rates: ['UpdateItem'],
    'bucket:uploads': ['PutObject', 'DeleteObject'],
  },
  idempotency: 'never',
})

export const checkUpload = operation({
  id: 'checkUpload',
  area: 'uploads',
  role: 'editor',
  method: 'POST',
  path: '/uploads/commands/check',
  summary: 'Check an uploaded file, which makes it visible',
  description:
    'The first bytes decide what a file is: PNG, JPEG, GIF and WebP are pictures, MP3, OGG and WAV are sounds. Anything else is deleted, and the upload is `refused`: `unknown_type`, `other_kind` (a sound in place of a picture, or the reverse) or `other_size`. A repetition gets the same answer. 404 also while the file has not arrived.',
  body: z.object({ id: Identifier }),
  success: { body: Upload },
  problems: ['not_found'],
  access: { uploads: ['GetItem', 'PutItem'], 'bucket:uploads': ['GetObject', 'PutObject', 'DeleteObject'] },
})

export const getUploads = operation({
  id: 'getUploads',
  area: 'uploads',
  role: 'editor',
  method: 'GET',
  path: '/uploads',
  summary: 'The pictures and sounds of the caller',
  description: `Oldest first. \`url\` is a link for ${duration(linkSeconds)}; every call gives a new one. \`imageUpload\` and \`soundUpload\` of a look or a level are an \`id\`: overlays get a link in its place. One that is \`pending\` or \`refused\` is listed for a day.`,
  success: { body: z.object({ uploads: z.array(LinkedUpload), bytes: SafeInteger }) },
  problems: [],
  access: { uploads: ['GetItem'], 'bucket:uploads': ['GetObject'] },
  examples: [{ name: 'none', answer: { uploads: [], bytes: 0 } }],
})

export const deleteUpload = operation({
  id: 'deleteUpload',
  area: 'uploads',
  role: 'editor',
  method: 'POST',
  path: '/uploads/commands/delete',
  summary: 'Delete a picture or a sound',
  description: 'Every link to it ends. Looks and levels that name it are shown without it.',
  body: z.object({ id: Identifier }),
  success: { body: Empty },
  problems: ['not_found'],
  access: { uploads: ['GetItem', 'PutItem'], 'bucket:uploads': ['DeleteObject'] },
})
