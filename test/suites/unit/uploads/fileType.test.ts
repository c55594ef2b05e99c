import { expect, test } from 'vitest'
import { fileTypeOf } from '../../../../shared/areas/uploads/fileType.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')

test.each([
  ['image', 'image/png', '\x89PNG\r\n\x1a\n\0\0\0\rIHDR'],
  ['image', 'image/jpeg', '\xff\xd8\xff\xe0\0\x10JFIF'],
  ['image', 'image/gif', 'GIF87a\x01\0'],
  ['image', 'image/gif', 'GIF89a\x01\0'],
  ['image', 'image/webp', 'RIFF\x24\0\0\0WEBPVP8 '],
  ['sound', 'audio/wav', 'RIFF\x24\0\0\0WAVEfmt '],
  ['sound', 'audio/ogg', 'OggS\0\x02'],
  ['sound', 'audio/mpeg', 'ID3\x04\0'],
  ['sound', 'audio/mpeg', '\xff\xfb\x90\x64'],
  ['sound', 'audio/mpeg', '\xff\xf3\x40\xc4'],
])('%s: a file that begins as %s is one', (kind, type, content) => {
  expect(fileTypeOf(bytes(content))).toEqual({ kind, type })
})

test.each([
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
  ['SVG behind a declaration', '<?xml version="1.0"?><svg/>'],
  ['HTML', '<!doctype html><script>alert(1)</script>'],
  ['a picture behind a blank', ' \x89PNG\r\n\x1a\n'],
  ['a picture behind HTML', '<b>GIF89a'],
  ['a video in a RIFF file', 'RIFF\x24\0\0\0AVI LIST'],
  ['UTF-16 with its mark, which looks like a frame of MPEG audio', '\xff\xfe<\0h\0'],
  ['a frame of AAC, of no layer', '\xff\xf1\x50\x80'],
  ['a frame of a bit rate that does not exist', '\xff\xfb\xf0\x64'],
  ['a PDF', '%PDF-1.7'],
  ['nothing', ''],
])('%s is refused', (_name, content) => {
  expect(fileTypeOf(bytes(content))).toBeUndefined()
})
