/** Base URLs of a streaming platform, without a trailing slash. */
export interface PlatformUrls {
  readonly identity: string
  readonly api: string
}
