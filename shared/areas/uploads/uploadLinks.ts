import { signedUrl } from '../../mechanisms/aws/signedUrl.ts'
import { awsRegion, bucketUrl, roleCredentials } from '../../runtime/env.ts'
import { systemClock } from '../../runtime/time/clock.ts'
import type { OverlayLook } from '../overlays/overlayLook.ts'
import { linkSeconds, sendingSeconds } from './upload.ts'
import { fileKey, pendingKey } from './uploadKeys.ts'

const addressOf = (key: string): string => `${bucketUrl('uploads')}/${key.split('/').map(encodeURIComponent).join('/')}`

/** Links to a recipient's files, signed with the function's role and without a call. */
export const uploadLinks = (clock = systemClock) => {
  const read = (recipientId: string, id: string): string =>
    signedUrl(
      {
        method: 'GET',
        url: addressOf(fileKey(recipientId, id)),
        region: awsRegion(),
        expiresIn: linkSeconds,
        // Who opens the link by itself saves the file: nothing of a stranger becomes a page of the bucket's origin.
        query: { 'response-content-disposition': 'attachment' },
      },
      roleCredentials(),
      new Date(clock()),
    )

  return {
    read,

    /** A link by which exactly so many bytes may be sent, once or more, until it ends. */
    send: (recipientId: string, id: string, bytes: number): string =>
      signedUrl(
        {
          method: 'PUT',
          url: addressOf(pendingKey(recipientId, id)),
          region: awsRegion(),
          expiresIn: sendingSeconds,
          headers: { 'content-length': String(bytes) },
        },
        roleCredentials(),
        new Date(clock()),
      ),

    /**
     * A look as overlays get it: an upload is an address, in place of the one that was stored beside it. Clients resume
     * every half hour, and get new links before these end.
     */
    look: (recipientId: string, look: OverlayLook): OverlayLook => {
      const linked = <Style extends Pick<OverlayLook, 'imageUpload' | 'soundUpload'>>(style: Style) => {
        const { imageUpload, soundUpload, ...rest } = style
        return {
          ...rest,
          ...(imageUpload !== undefined && { image: read(recipientId, imageUpload) }),
          ...(soundUpload !== undefined && { sound: read(recipientId, soundUpload) }),
        }
      }
      return { ...linked(look), ...(look.levels && { levels: look.levels.map(linked) }) }
    },
  }
}

export type UploadLinks = ReturnType<typeof uploadLinks>
