import { randomBytes } from 'node:crypto'
import { expectThat } from '../../local/demo/expectations.ts'
import type { Call, CallOptions } from '../../local/demo/story.ts'

/** A look like no other, and the uploaded picture that it shows. */
export interface KeptLook {
  readonly uploadId: string
  /** Its colour, until an overlay has got it. */
  unseenAccent: string | undefined
}

const picture = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

const uploadPicture = async (call: Call, by: CallOptions): Promise<string> => {
  const body = { name: 'coin.gif', kind: 'image', bytes: picture.length }
  const { id, url } = await call('beginUpload', { ...by, body })
  const { status } = await fetch(url, { method: 'PUT', body: picture })
  expectThat(status === 200, `the picture is taken: ${status}`)
  const { state } = await call('checkUpload', { ...by, body: { id } })
  expectThat(state === 'ready', `the picture is ${state}`)
  return id
}

/** Saves a look in another colour, which overlays get by a delivery. */
export const saveLook = async (call: Call, by: CallOptions, uploadId: string): Promise<KeptLook> => {
  const accent = `#${randomBytes(3).toString('hex')}`
  await call('putConfig', { ...by, body: { name: 'overlay', value: { accent, imageUpload: uploadId } } })
  return { uploadId, unseenAccent: accent }
}

/** Saves the first look, with a picture that is uploaded for it. */
export const newLook = async (call: Call, by: CallOptions): Promise<KeptLook> =>
  saveLook(call, by, await uploadPicture(call, by))

/** The link that an overlay has got leads to the picture. */
export const expectPicture = async (link: string | undefined): Promise<void> => {
  if (link === undefined) throw new Error('The overlay has got no picture')
  const answer = await fetch(link)
  const content = Buffer.from(await answer.arrayBuffer())
  expectThat(content.equals(picture), `the uploaded picture is shown: ${answer.status}`)
}
