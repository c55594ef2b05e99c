/** What runs on an older Node.js may be this module alone. */
const least = [22, 18] as const

/** The least version, if this one is older. */
export const missingNode = (version: string): string | undefined => {
  const [major = 0, minor = 0] = version.replace('v', '').split('.').map(Number)
  return major > least[0] || (major === least[0] && minor >= least[1]) ? undefined : least.join('.')
}
