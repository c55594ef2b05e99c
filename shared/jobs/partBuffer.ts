/** S3 takes no smaller part but the last one: 5 MiB. */
const smallestPart = 5 * 1024 * 1024
/** A megabyte of items at the most comes on top before a part is sent; JSON can make six bytes of one, CSV two. */
const capacity = smallestPart + 8 * 1024 * 1024

/** The part of a file that is being written: one piece of memory for the life of a print, however long the file. */
export class PartBuffer {
  readonly #bytes = Buffer.allocUnsafeSlow(capacity)
  #length = 0

  get length(): number {
    return this.#length
  }

  get isFull(): boolean {
    return this.#length >= smallestPart
  }

  /** What is written; valid until the next change. */
  get content(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }

  write(text: string): void {
    const needed = Buffer.byteLength(text)
    if (this.#length + needed > capacity) throw new Error('a part outgrew its buffer')
    this.#length += this.#bytes.write(text, this.#length)
  }

  fill(bytes: Uint8Array): void {
    this.#bytes.set(bytes)
    this.#length = bytes.length
  }

  clear(): void {
    this.#length = 0
  }
}
