/** S3 accepts no smaller part, except as the last one. */
const smallestPartBytes = 5 * 1024 * 1024
/** At most a megabyte of items is added before a part is sent; as JSON one byte can become six, as CSV two. */
const capacityBytes = smallestPartBytes + 8 * 1024 * 1024

/** The part of a file that is being written: one piece of memory for the life of a job, however long the file. */
export class PartBuffer {
  readonly #bytes = Buffer.allocUnsafeSlow(capacityBytes)
  #length = 0

  get length(): number {
    return this.#length
  }

  get isFull(): boolean {
    return this.#length >= smallestPartBytes
  }

  /** The written bytes; valid until the next change. */
  get content(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }

  write(text: string): void {
    const needed = Buffer.byteLength(text)
    if (this.#length + needed > capacityBytes) throw new Error('a part outgrew its buffer')
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
