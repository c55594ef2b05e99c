import { mostFaceBytes } from '../../areas/donors/mostFaceBytes.ts'
import { translate } from './translate.ts'

/** Pixels of each side: twice what the donation page shows. */
const side = 192
/** The best quality that fits is taken; the last one fits any picture of this size. */
const qualities = [0.9, 0.75, 0.6, 0.4, 0.2]

/**
 * The middle of a picture as a small JPEG, which every browser can make. What its file says besides, such as where it
 * was taken, stays here.
 */
export const faceFile = async (file: File): Promise<File> => {
  const picture = await createImageBitmap(file).catch(() => {
    throw new Error(translate('upload_noPicture'))
  })
  const { width, height } = picture
  const cut = Math.min(width, height)
  const canvas = new OffscreenCanvas(side, side)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error(translate('upload_noPicture'))
  // JPEG has no transparency, which would be black.
  context.fillStyle = 'white'
  context.fillRect(0, 0, side, side)
  context.drawImage(picture, (width - cut) / 2, (height - cut) / 2, cut, cut, 0, 0, side, side)
  let blob = new Blob()
  for (const quality of qualities) {
    blob = await canvas.convertToBlob({ type: 'image/jpeg', quality })
    if (blob.size <= mostFaceBytes) break
  }
  return new File([blob], `${file.name.replace(/\.\w+$/, '')}.jpg`)
}
