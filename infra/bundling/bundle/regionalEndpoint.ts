interface Parameters {
  readonly Region?: string
  readonly Endpoint?: string
  readonly UseFIPS?: boolean
  readonly UseDualStack?: boolean
}

/** Domains of the partitions, by their regions' prefix (the SDK's `partitions.json`). */
const domains: Readonly<Record<string, string>> = {
  cn: 'amazonaws.com.cn',
  eusc: 'amazonaws.eu',
  'us-iso': 'c2s.ic.gov',
  'us-isob': 'sc2s.sgov.gov',
  'eu-isoe': 'cloud.adc-e.uk',
  'us-isof': 'csp.hci.ic.gov',
}

const domainOf = (region: string): string =>
  domains[region.replace(/-[a-z]+-\d+$/, '')] ?? domains[region.replace(/-.*/, '')] ?? 'amazonaws.com'

/**
 * The endpoint of a service in a region, or the one that the environment names. The SDK's own rules, 17 KB, also know
 * account-based, FIPS and dual-stack endpoints, which a deployment would have to ask for.
 */
export const regionalEndpointResolver =
  (service: string) =>
  ({ Region, Endpoint, UseFIPS, UseDualStack }: Parameters) => {
    if (UseFIPS || UseDualStack) throw new Error('FIPS and dual-stack endpoints are not part of this bundle')
    if (Endpoint === undefined && Region === undefined) throw new Error('Invalid Configuration: Missing Region')
    return {
      url: new URL(Endpoint ?? `https://${service}.${Region}.${domainOf(Region ?? '')}`),
      headers: {},
      properties: {},
    }
  }
