import { resolve } from 'node:path'
import { Code } from 'aws-cdk-lib/aws-lambda'
import { buildSync } from 'esbuild'

/** Bundles the `functions.ts` of an app beside its assembly. */
export const codeOf = (appFolder: string): Code => {
  const bundle = resolve(appFolder, process.env['CDK_OUTDIR'] ?? '.', '..', 'bundle')
  buildSync({
    entryPoints: [resolve(appFolder, 'functions.ts')],
    outfile: resolve(bundle, 'index.js'),
    bundle: true,
    platform: 'node',
    target: 'node24',
    logLevel: 'error',
  })
  return Code.fromAsset(bundle)
}
