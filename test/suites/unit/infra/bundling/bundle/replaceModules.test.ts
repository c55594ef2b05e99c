import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { bundleFunctions } from '../../../../../../infra/bundling/bundle.ts'
import { tinyFunctions } from '../tinyFunctions.ts'

const sdk = {
  'one.ts': [
    "import rng from 'uuid/dist-node/rng.js'",
    "import { signer } from '@smithy/signature-v4/dist-es/index.js'",
    "import kms from '@aws-sdk/client-kms/package.json'",
    'export const handler = async () => [rng, signer, kms]',
  ].join('\n'),
  'node_modules/uuid/dist-node/rng.js':
    "import { bytes } from './bytes.js'\nexport default () => crypto.getRandomValues(bytes)\n",
  'node_modules/uuid/dist-node/bytes.js': 'export const bytes = []\n',
  'node_modules/@smithy/signature-v4/dist-es/index.js':
    "export { HeaderFormatter as signer } from './HeaderFormatter.js'\n",
  'node_modules/@smithy/signature-v4/dist-es/HeaderFormatter.js': "export const HeaderFormatter = 'original'\n",
  'node_modules/@aws-sdk/client-kms/package.json': '{ "name": "original", "version": "3.1.0" }',
}

test('modules of the SDK are replaced, whatever imports them', async () => {
  const { entries, folder } = tinyFunctions(sdk, 'one')

  const { outputs } = await bundleFunctions({ entries, folder })

  const text = readFileSync(outputs['one'] ?? '', 'utf8')
  expect(text).not.toContain('original')
  for (const replaced of ['randomFillSync', 'event streams are not part of this bundle', '3.1.0'])
    expect(text).toContain(replaced)
})

test('with the unchanged SDK they are not', async () => {
  const { entries, folder } = tinyFunctions(sdk, 'one')

  const { outputs } = await bundleFunctions({ entries, folder, leanSdk: false })

  const text = readFileSync(outputs['one'] ?? '', 'utf8')
  expect(text.match(/original/g)).toHaveLength(2)
  expect(text).not.toContain('randomFillSync')
})
