import { bundledModules } from '../../../infra/build/bundle.ts'
import { deployedBundles } from './bundles.ts'
import type { Figure, Measurement } from './figure.ts'
import { kilobytes } from './statistics.ts'

/** What uses S3, and what holds the OpenAPI document. */
const isLarge = (modules: readonly string[]): boolean =>
  modules.some((module) => /\/@aws-sdk\/client-s3\/|shared\/service\/openapi\.json$/.test(module))

const measureBytes = async (large: boolean, limit: number): Promise<Measurement> => {
  const sizes = [...bundledModules(await deployedBundles())]
    .filter(([, { inputs }]) => isLarge(Object.keys(inputs)) === large)
    .map(([id, { bytes }]) => ({ id, bytes }))
    .sort((left, right) => right.bytes - left.bytes)
  const [largest] = sizes
  const over = sizes.filter(({ bytes }) => bytes > limit)
  return {
    measured: `largest of ${sizes.length}: ${largest?.id} ${kilobytes(largest?.bytes ?? 0)}${over.length > 0 ? `; ${over.length} over` : ''}`,
    met: over.length === 0,
    values: { bytes: Object.fromEntries(sizes.map(({ id, bytes }) => [id, bytes])), over: over.map(({ id }) => id) },
    details: {
      columns: ['function', 'minified', ''],
      rows: sizes.map(({ id, bytes }) => [id, kilobytes(bytes), bytes > limit ? 'over' : '']),
    },
  }
}

export const bundle: Figure = {
  name: 'bundle',
  title: 'Minified bundle, each function without S3 and the OpenAPI document',
  goal: '≤ 206 KB',
  field: '986 KB: the handler by `esbuild --bundle --platform=node --minify` with the SDK of npm',
  before: { on: '2026-11-21', found: '198.0 KB (receiveWebhook)' },
  measure: () => measureBytes(false, 206_000),
}

export const bundleWithS3: Figure = {
  name: 'bundleWithS3',
  title: 'Minified bundle, each function that uses S3, and the OpenAPI document',
  goal: '≤ 310 KB',
  field: '1.1 MB: the handler by `esbuild --bundle --platform=node --minify` with the SDK of npm',
  before: { on: '2026-11-21', found: '274.2 KB' },
  measure: () => measureBytes(true, 310_000),
}
