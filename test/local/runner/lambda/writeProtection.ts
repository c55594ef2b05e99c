/**
 * The arguments that let a process write below `/tmp` only, as on Lambda, and take nothing else from it. A folder of the code below
 * `/tmp` is not protected.
 *
 * https://nodejs.org/api/permissions.html
 */
export const writeProtection = (nodeMajor: number): readonly string[] => [
  '--permission',
  '--allow-fs-read=*',
  ...['/tmp', '/private/tmp', '/dev'].map((folder) => `--allow-fs-write=${folder}`),
  '--allow-addons',
  '--allow-child-process',
  '--allow-wasi',
  '--allow-worker',
  ...(nodeMajor >= 25 ? ['--allow-inspector', '--allow-net'] : []),
  // Node warns of each of these permissions.
  '--disable-warning=SecurityWarning',
]
