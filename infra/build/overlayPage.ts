import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { build } from 'esbuild'
import type { OverlayPage } from '../../shared/overlays/servedPage.ts'
import { projectFolder } from './functionEntries.ts'

export const overlayPageFolder = 'shared/overlayPage'

const sourceFolder = resolve(projectFolder, overlayPageFolder)

/** The committed file of the built page, which functions and tests import. */
export const overlayPageFile = resolve(sourceFolder, 'page.json')

/** OBS Studio 28 and later contain Chromium 103. */
const target = 'chrome103'

const bundled = async (entry: string): Promise<string> => {
  const { outputFiles } = await build({
    absWorkingDir: sourceFolder,
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: 'esm',
    target,
    legalComments: 'none',
    charset: 'utf8',
    write: false,
    logLevel: 'silent',
  })
  return (outputFiles[0]?.text ?? '').trim()
}

const sourceHash = (source: string): string => `sha256-${createHash('sha256').update(source).digest('base64')}`

/** Bundles the page's script and style into one document. The same sources give the same bytes. */
export const buildOverlayPage = async (): Promise<OverlayPage> => {
  const [script, style] = await Promise.all([bundled('main.ts'), bundled('style.css')])
  const skeleton = readFileSync(resolve(sourceFolder, 'page.html'), 'utf8').replaceAll(/\n\s*/g, '')
  return {
    html: skeleton
      .replace('<style></style>', () => `<style>${style}</style>`)
      .replace('<script type="module"></script>', () => `<script type="module">${script}</script>`),
    scriptHash: sourceHash(script),
    styleHash: sourceHash(style),
  }
}

const serialized = (page: OverlayPage): string => `${JSON.stringify(page, null, 2)}\n`

export const writeOverlayPage = (page: OverlayPage, file = overlayPageFile): void =>
  writeFileSync(file, serialized(page))

/** Whether the committed page differs from the one that the sources make. */
export const isStale = (page: OverlayPage, file = overlayPageFile): boolean =>
  !existsSync(file) || readFileSync(file, 'utf8') !== serialized(page)
