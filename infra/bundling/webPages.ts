import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type BuildOptions, build, type Plugin } from 'esbuild'
import { languages } from '../../shared/contract/languages.ts'
import type { BuiltPage, PagePart, TranslatedPage } from '../../shared/mechanisms/http/webPage.ts'
import { donationSentences, donationTexts } from '../../shared/web/donation/donationTexts.ts'
import { panelSentences } from '../../shared/web/panel/panelSentences.ts'
import { panelTexts } from '../../shared/web/panel/panelTexts.ts'
import type { SentenceTable, TextTable } from '../../shared/web/sharedTexts.ts'
import { projectFolder } from './functionEntries.ts'

/** A page with its sources: `page.html`, `style.css`, and a script. */
export interface PageSource {
  /** It gets the built page too, as `page.json`, which functions and tests import. */
  readonly folder: string
  readonly script: string
  readonly target: readonly string[]
  readonly texts?: TranslatedPage['texts']
  /** A script that the page loads when it needs it. The page has its name, and `part.json` has both. */
  readonly part?: string
}

/** Browsers of the last three years, on phones too. */
const browsers = ['chrome111', 'firefox114', 'safari16.4']

const textsOf = (table: TextTable, sentences: SentenceTable): TranslatedPage['texts'] => {
  const shortOf = (index: number) => Object.entries(table).map(([name, texts]) => [name, texts[index] ?? ''])
  const entries = languages.map((language, index) => [
    language,
    { ...Object.fromEntries(shortOf(index)), ...sentences[language] },
  ])
  return Object.fromEntries(entries) as TranslatedPage['texts']
}

export const webPages: readonly PageSource[] = [
  // OBS Studio 28 and later contain Chromium 103.
  { folder: 'shared/web/overlay', script: 'main.ts', target: ['chrome103'] },
  {
    folder: 'shared/web/panel',
    script: 'main.tsx',
    part: '../import/readFile.ts',
    target: browsers,
    texts: textsOf(panelTexts, panelSentences),
  },
  {
    folder: 'shared/web/donation',
    script: 'main.ts',
    target: browsers,
    texts: textsOf(donationTexts, donationSentences),
  },
]

/** Puts the part of openapi-fetch that the client uses in its place: it has 2 KB of gzip less in each page. */
const leanClient: Plugin = {
  name: 'lean-client',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]openapi-fetch[\\/]dist[\\/]index\.mjs$/ }, () => ({
      contents: "import { leanClient } from './leanClient.ts'; export default leanClient",
      resolveDir: resolve(projectFolder, 'shared/web/client'),
    })),
}

/** Elements are made by preact's `h`, whose children are arguments: 0.1 KB of gzip less than by its JSX runtime. */
const components = {
  inject: ['preact'],
  tsconfigRaw: { compilerOptions: { jsx: 'react', jsxFactory: 'h', jsxFragmentFactory: 'Fragment' } },
} satisfies BuildOptions

const bundled = async ({ folder, target }: PageSource, entry: string): Promise<string> => {
  const { outputFiles } = await build({
    absWorkingDir: resolve(projectFolder, folder),
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: 'esm',
    target: [...target],
    plugins: [leanClient],
    legalComments: 'none',
    charset: 'utf8',
    write: false,
    logLevel: 'silent',
    ...(entry.endsWith('.tsx') && components),
  })
  return (outputFiles[0]?.text ?? '').trim()
}

/** The script, made smaller by Oxc too, which saves 0.5 KB of gzip in both pages together. */
const packed = async (script: string, { target }: PageSource): Promise<string> => {
  // Only building a page needs it, and starting the local API would take 0.1 s more.
  const { minify } = await import('vite')
  const { code, errors } = await minify('script.js', script, { module: true, compress: { target: [...target] } })
  if (errors[0] !== undefined) throw new Error(errors[0].message)
  return code.trim()
}

const sourceHash = (source: string): string => `sha256-${createHash('sha256').update(source).digest('base64')}`

/** The script that a page loads when it needs it, under a name that changes with it. */
export const buildPart = async (source: PageSource & { readonly part: string }): Promise<PagePart> => {
  const script = await packed(await bundled(source, source.part), source)
  return { name: createHash('sha256').update(script).digest('base64url').slice(0, 16), script }
}

const hasPart = (source: PageSource): source is PageSource & { readonly part: string } => source.part !== undefined

/** What is committed of a page, by its files. */
export const builtFiles = async (source: PageSource): Promise<Readonly<Record<string, object>>> => {
  const part = hasPart(source) ? await buildPart(source) : undefined
  const fileOf = (name: string) => resolve(projectFolder, source.folder, name)
  return { [fileOf('page.json')]: await buildPage(source, part), ...(part && { [fileOf('part.json')]: part }) }
}

/** Bundles a page's script and style into one document. The same sources give the same bytes. */
const buildPage = async (source: PageSource, part?: PagePart): Promise<BuiltPage | TranslatedPage> => {
  const [bundle, style] = await Promise.all([bundled(source, source.script), bundled(source, 'style.css')])
  const script = await packed(bundle, source)
  const skeleton = readFileSync(resolve(projectFolder, source.folder, 'page.html'), 'utf8').replaceAll(/\n\s*/g, '')
  return {
    html: skeleton
      .replace('{{part}}', part?.name ?? '')
      .replace('<style></style>', () => `<style>${style}</style>`)
      .replace('<script type="module"></script>', () => `<script type="module">${script}</script>`),
    scriptHash: sourceHash(script),
    styleHash: sourceHash(style),
    ...(source.texts && { texts: source.texts }),
  }
}

const serialized = (built: object): string => `${JSON.stringify(built, null, 2)}\n`

export const writeBuilt = (built: object, file: string): void => writeFileSync(file, serialized(built))

/** Whether a committed file differs from the one that the sources make. */
export const isStale = (built: object, file: string): boolean =>
  !existsSync(file) || readFileSync(file, 'utf8') !== serialized(built)
