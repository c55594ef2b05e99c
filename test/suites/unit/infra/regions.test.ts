import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { refuseSilentRegion } from '../../../../infra/regions.ts'

const folder = mkdtempSync(join(tmpdir(), 'regions-'))
const fileWith = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}
const none = join(folder, 'none')
const nobody = { AWS_CONFIG_FILE: none, AWS_SHARED_CREDENTIALS_FILE: none }
const elsewhere = fileWith('elsewhere', '[default]\n# region = us-east-1\nregion = eu-central-1\n')
const closely = fileWith('closely', 'region=us-east-1')
const there = fileWith('there', '[default]\noutput = json\n\n[profile donations]\nregion = us-east-1\n')

test.each([[{}], [{ AWS_REGION: '' }], [{ AWS_CONFIG_FILE: elsewhere }]])(
  'us-east-1 that nobody has named is refused in one line: %j',
  (named) => {
    expect(() => refuseSilentRegion('us-east-1', { ...nobody, ...named })).toThrow(
      /^No region is named, and the CDK would take us-east-1: set AWS_REGION to .+$/,
    )
  },
)

test.each([
  ['us-east-1', { AWS_REGION: 'us-east-1' }],
  ['us-east-1', { AWS_DEFAULT_REGION: 'us-east-1' }],
  ['us-east-1', { AMAZON_REGION: 'us-east-1' }],
  ['us-east-1', { AMAZON_DEFAULT_REGION: 'us-east-1' }],
  ['us-east-1', { AWS_CONFIG_FILE: there }],
  ['us-east-1', { AWS_SHARED_CREDENTIALS_FILE: closely }],
  ['eu-central-1', {}],
  [undefined, {}],
])('%s continues with %j', (region, named) => {
  refuseSilentRegion(region, { ...nobody, ...named })
})
