#!/usr/bin/env node
/**
 * Builds the overlay's page from `shared/overlays/page`; with `--check`, fails if the committed one is stale.
 * Usage: node bin/overlay.ts [--check]
 */
import { parseArgs } from 'node:util'
import { buildOverlayPage, isStale, writeOverlayPage } from '../infra/overlayPage.ts'

const { values } = parseArgs({ options: { check: { type: 'boolean' } } })
const page = await buildOverlayPage()

if (!values.check) writeOverlayPage(page)
else if (isStale(page)) {
  process.stderr.write('The page of the overlay is stale. Run "npm run overlay" and commit it.\n')
  process.exitCode = 1
}
