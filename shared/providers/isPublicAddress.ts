import { BlockList, isIPv4 } from 'node:net'

/**
 * Networks that are not of the public Internet: this machine, private and shared ones, link-local ones with the
 * metadata of clouds, documentation, benchmarks, multicast, reserved ones.
 * https://www.iana.org/assignments/iana-ipv4-special-registry/
 */
const special4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

/**
 * Networks within the global unicast addresses that are no hosts of the Internet, or lead to IPv4 addresses (Teredo,
 * 6to4). All else outside of 2000::/3 is not public, mapped and translated IPv4 addresses among it.
 * https://www.iana.org/assignments/iana-ipv6-special-registry/
 */
const special6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']
const global6 = ['2000::/3']

const listOf = (networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList => {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    list.addSubnet(address, Number(prefix), family)
  }
  return list
}

const specials = listOf(special4, 'ipv4')
const globals = listOf(global6, 'ipv6')
const others = listOf(special6, 'ipv6')

/** Whether an IP address is one of the public Internet. */
export const isPublicAddress = (address: string): boolean =>
  isIPv4(address) ? !specials.check(address, 'ipv4') : globals.check(address, 'ipv6') && !others.check(address, 'ipv6')
