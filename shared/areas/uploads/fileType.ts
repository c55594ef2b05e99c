export const uploadKinds = ['image', 'sound'] as const
export type UploadKind = (typeof uploadKinds)[number]

/** Media types, as browsers get them. */
export const mediaTypes = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'audio/wav',
  'audio/ogg',
  'audio/mpeg',
] as const

export interface FileType {
  readonly kind: UploadKind
  readonly type: (typeof mediaTypes)[number]
}

const text = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to))

/**
 * Whether the bytes begin with the header of a frame of MPEG audio, layer III: eleven set bits, a version, a layer, a
 * bit rate and a sampling rate that exist.
 *
 * @see ISO/IEC 11172-3, section 2.4.1.3
 */
const isMp3Frame = ([first = 0, second = 0, third = 0]: Uint8Array): boolean =>
  first === 0xff &&
  (second & 0xe0) === 0xe0 &&
  (second & 0x18) !== 0x08 &&
  (second & 0x06) === 0x02 &&
  (third & 0xf0) !== 0xf0 &&
  (third & 0x0c) !== 0x0c

/** The kind of content that a RIFF file names after its length. */
const riffForm = (bytes: Uint8Array): string | undefined =>
  text(bytes, 0, 4) === 'RIFF' ? text(bytes, 8, 12) : undefined

const types: readonly (FileType & { readonly matches: (bytes: Uint8Array) => boolean })[] = [
  { kind: 'image', type: 'image/png', matches: (bytes) => text(bytes, 0, 8) === '\x89PNG\r\n\x1a\n' },
  { kind: 'image', type: 'image/jpeg', matches: (bytes) => text(bytes, 0, 3) === '\xff\xd8\xff' },
  { kind: 'image', type: 'image/gif', matches: (bytes) => /^GIF8[79]a$/.test(text(bytes, 0, 6)) },
  { kind: 'image', type: 'image/webp', matches: (bytes) => riffForm(bytes) === 'WEBP' },
  { kind: 'sound', type: 'audio/wav', matches: (bytes) => riffForm(bytes) === 'WAVE' },
  { kind: 'sound', type: 'audio/ogg', matches: (bytes) => text(bytes, 0, 4) === 'OggS' },
  { kind: 'sound', type: 'audio/mpeg', matches: (bytes) => text(bytes, 0, 3) === 'ID3' || isMp3Frame(bytes) },
]

/**
 * The type of a file by its first bytes; undefined for all others. What a file is called and said to be means nothing.
 * A picture may hold scripts behind these bytes: it is served with this type, by which no browser executes it.
 */
export const fileTypeOf = (bytes: Uint8Array): FileType | undefined => {
  const found = types.find(({ matches }) => matches(bytes))
  return found && { kind: found.kind, type: found.type }
}
