import { isIP } from 'node:net'
import { isPublicAddress } from './isPublicAddress.ts'

export const refusedAddress = 'the address is not one of the public Internet'

/**
 * Why nothing is sent to an address, as far as its text shows it; undefined where nothing speaks against it.
 *
 * @param trusted a URL whose scheme and host may be anywhere and without TLS
 */
export const refusalOfAddress = (url: string, trusted: string): string | undefined => {
  if (isTrusted(url, trusted)) return undefined
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'https:') return 'the address is not https'
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(host) !== 0 && !isPublicAddress(host) ? refusedAddress : undefined
}

export const isTrusted = (url: string, trusted: string): boolean => {
  const [given, known] = [new URL(url), new URL(trusted)]
  return given.protocol === known.protocol && given.hostname === known.hostname
}
