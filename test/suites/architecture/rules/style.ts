import { posix } from 'node:path'
import { importsOf } from '../imports.ts'
import { breachOfImport, forbidCode, forbidText, type Rule } from '../rule.ts'
import { isCode, type SourceFile, within } from '../sourceFile.ts'

/** The examples of the rules are left out, because they break the rules. */
const isExample = within('test/suites/architecture')
const code = (file: SourceFile): boolean => isCode(file) && !isExample(file)
const everything = (file: SourceFile): boolean => !isExample(file)

const longestFile = 300
/** Files that may be longer, each with the reason. */
const longFiles: Readonly<Record<string, string>> = {
  'shared/web/client/generated/api.ts': 'it is written by a generator',
  'shared/web/client/generated/events.ts': 'it is written by a generator',
}
/** Tests may be long. */
const source = (file: SourceFile): boolean => code(file) && !within('test/local/runner/spec')(file)
const isMeasured = (file: SourceFile): boolean =>
  source(file) && within('shared', 'functions', 'infra', 'test/local/runner')(file)

/** In other files the linter allows `any` with a reason. */
const isStrict = (file: SourceFile): boolean =>
  source(file) && within('shared', 'functions', 'infra', 'bin', 'test/local/runner')(file)

const lineCount = (text: string): number => text.split('\n').length - 1

const vagueWords: ReadonlySet<string> = new Set(['util', 'utils', 'helper', 'helpers', 'common', 'manager', 'misc'])
const wordsOf = (path: string): readonly string[] =>
  path
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)

const partsOfAreas: ReadonlySet<string> = new Set(['contract.ts', 'rules.ts', 'workers.ts', 'sockets.ts'])
/** Left out are the pages, which are programs of their own, and second contracts of an area, named after their subject. */
const isNamedPart = (file: SourceFile): boolean =>
  within('shared')(file) &&
  file.path.endsWith('.ts') &&
  !/^shared\/web\/(?!client\/)/.test(file.path) &&
  !partsOfAreas.has(posix.basename(file.path)) &&
  !file.path.endsWith('Contract.ts')

const exportedNames = (text: string): readonly string[] =>
  [...text.matchAll(/^export (?:const|class|interface|type|(?:async )?function) (\w+)/gm)].map(([, name = '']) => name)

const fileName = /^[a-z][A-Za-z\d]*(?:\.[a-z]+)*\.(?:[cm]?[jt]s|tsx)$/

/** The folder of a test of the suites that mirror the sources. */
const mirroredFolder = /^test\/suites\/(?:unit|functions)\/([^/]+)\/.+\.test\.ts$/

const sourcesOf = (folder: string): RegExp =>
  new RegExp(`^(?:${folder}|functions/${folder}|shared/(?:\\w+/)?${folder}|test/(?:local/)?${folder})/`)

const testsInForeignFolders = (files: readonly SourceFile[]): readonly SourceFile[] =>
  files.filter(({ path }) => {
    const [, folder] = mirroredFolder.exec(path) ?? []
    return folder && !files.some(({ path: source }) => sourcesOf(folder).test(source))
  })

/** How every file is written. */
export const styleRules: readonly Rule[] = [
  {
    name: `no file is longer than ${longestFile} lines`,
    reason: 'a file has one subject',
    check: (files) =>
      files
        .filter((file) => isMeasured(file) && lineCount(file.text) > longestFile && !longFiles[file.path])
        .map(({ path, text }) => ({ path, line: longestFile + 1, what: `has ${lineCount(text)} lines` })),
    bad: [{ 'shared/areas/news/rules.ts': '\n'.repeat(301) }],
    good: [{ 'shared/areas/news/rules.ts': '\n'.repeat(300) }],
  },
  {
    name: 'a file of shared with one export is named after it',
    reason:
      'a name that is imported says where it is defined; `contract`, `rules` and `workers` are the parts that every area has, and `workers` is a folder beside their registry',
    check: (files) =>
      files.filter(isNamedPart).flatMap(({ path, text }) => {
        const [only, ...others] = exportedNames(text)
        const name = posix.basename(path, '.ts')
        return only === undefined || others.length > 0 || only.toLowerCase() === name.toLowerCase()
          ? []
          : [{ path, line: 1, what: `exports only ${only}` }]
      }),
    bad: [{ 'shared/areas/news/newest.ts': 'export const newestEntry = 1' }],
    good: [
      { 'shared/areas/news/newest.ts': 'export const newest = 1' },
      { 'shared/areas/news/order.ts': 'export const newestFirst = 1\nexport const oldestFirst = -1' },
      { 'shared/areas/news/rules.ts': 'export const everyone = 1' },
    ],
  },
  {
    name: 'no file re-exports',
    reason: 'a barrel hides where a thing lives and drags its neighbours into every bundle',
    check: (files) =>
      files
        .filter(code)
        .flatMap(importsOf)
        .filter(({ isReexport }) => isReexport)
        .map((each) => breachOfImport(each, `re-exports ${each.specifier}`)),
    bad: [
      { 'shared/areas/news/index.ts': "export * from './contract.ts'" },
      { 'shared/areas/news/index.ts': "export type {\n  News,\n} from './contract.ts'" },
    ],
    good: [{ 'shared/areas/news/contract.ts': "export const from = 'x'" }],
  },
  {
    name: 'a function leaves no promise behind',
    reason: 'Lambda freezes it after its answer, so what is not awaited may never end',
    check: forbidCode(
      ({ path }) => /^(?:functions|shared)\//.test(path) && !/^shared\/web\//.test(path),
      // What is waited for by callbacks, runs at the start, or is no promise.
      /\bvoid (?!(?:answerFrom|rehearse|shopIdOf)\()[a-z]\w*[.(]|(?<=[\w)}{'"\]]\n *)(?!return |await |throw )[a-z][\w.]*\([^\n]*\)\.(?:catch|finally)\(/g,
    ),
    bad: [
      { 'functions/news/addNews.ts': 'void memory.save(playlist).catch(ignored)' },
      { 'functions/news/addNews.ts': 'try {\n  read()\n  codes.restore(key).catch(() => undefined)\n}' },
    ],
    good: [
      { 'functions/news/addNews.ts': 'await memory.save(playlist).catch(ignored)' },
      { 'functions/news/addNews.ts': 'const save = () =>\n  memory.save(playlist).catch(ignored)' },
      { 'shared/areas/news/rules.ts': 'const find = (): void => read()' },
    ],
  },
  {
    name: 'no literal is spread',
    reason: 'its members can stand there themselves; a reader looks for a meaning that is not there',
    check: forbidCode(code, /\.\.\.\{(?!\})|\.\.\.\[(?:[^[\]]|\[[^[\]]*\])*\](?=\s*[,)\]}])/g),
    bad: [
      { 'test/suites/unit/news/a.test.ts': 'expect(found).toEqual({ ...{ code: 1 }, title })' },
      { 'test/suites/unit/news/a.test.ts': "expect(found).toEqual([\n  ...['1', '2'],\n])" },
      { 'shared/areas/news/rules.ts': "const all = [...[['a', 1]], ...others]" },
    ],
    good: [
      { 'shared/areas/news/rules.ts': 'const all = [...[...keys].map(String), ...(one ? [one] : [])]' },
      { 'shared/areas/news/rules.ts': 'const all = { ...(title && { title }), ...others }' },
      { 'test/suites/unit/news/a.test.ts': 'const call = (...[first, second]: [string, number]) => first' },
    ],
  },
  {
    name: 'the title of a test does not begin with its verb',
    reason: 'a sentence without a subject needs its `describe`, which the list of a failed run does not always show',
    check: forbidText(
      ({ path }) => path.startsWith('test/') && path.endsWith('.test.ts') && !path.startsWith('test/local/runner/'),
      /(?:\btest\b[^'\n]*|\]\))\('(?:is|are|was|were|has|have|does|do|goes|gives|holds|refuses|stays|that|belongs|takes) /g,
    ),
    bad: [
      { 'test/suites/unit/news/a.test.ts': "test('is that of an alert', () => {})" },
      { 'test/suites/unit/news/a.test.ts': "  test.each([\n    1,\n  ])('refuses %s', () => {})" },
    ],
    good: [{ 'test/suites/unit/news/a.test.ts': "test('the time is that of an alert', () => {})" }],
  },
  {
    name: 'no default exports',
    reason: 'a thing has one name',
    check: forbidCode(
      (file) => code(file) && !file.path.endsWith('.config.ts'),
      /^export default\b|^module\.exports\s*=|\bas default\b/gm,
    ),
    bad: [
      { 'shared/areas/news/rules.ts': 'export default {}' },
      { 'infra/x.ts': 'const a = 1\nexport { a as default }' },
    ],
    good: [{ 'test/vitest.config.ts': 'export default {}' }],
  },
  {
    name: 'nothing is left to do in a comment',
    reason: 'an open point is an issue, or it is done',
    check: forbidText(everything, /\b(?:TODO|FIXME)\b/g),
    bad: [{ 'shared/areas/news/rules.ts': '// TODO: later' }],
  },
  {
    name: 'no `any`',
    reason: 'what is not known is `unknown` until it is looked at',
    check: forbidCode(isStrict, /(?:[:<|&,]\s*|\bas\s+|=>\s*)any\b(?=\s*(?:[;,)>\]=|&[{}]|$))/gm),
    bad: [
      { 'shared/areas/news/rules.ts': 'const read = (value: any) => value' },
      { 'shared/areas/news/rules.ts': 'const value = given as any' },
      { 'shared/areas/news/rules.ts': 'const values: Record<string, any> = {}' },
      { 'shared/areas/news/rules.ts': 'let values: any[]' },
    ],
    good: [{ 'shared/areas/news/rules.ts': "const text = 'any order will do' // in any case" }],
  },
  {
    name: 'a test says which value it wants, and gets one attempt',
    reason: 'what any value passes, and what may fail twice, hides a bug',
    check: forbidCode(
      (file) => code(file) && within('test')(file),
      /\bany\((?:Number|String|Boolean|Object|Array|Date|Function|Uint8Array|Buffer)\)|\banything\(\)|\.toBe(?:Defined|Truthy|Falsy)\(|\.not\.toBeUndefined\(|\bretry: \d/g,
    ),
    bad: [
      { 'test/suites/unit/news/a.test.ts': 'expect(entry).toEqual({ id: expect.any(String) })' },
      { 'test/suites/unit/news/a.test.ts': 'expect(entry).toBeDefined()' },
      { 'test/suites/unit/news/a.test.ts': 'expect(entry).toEqual({ id: expect.anything() })' },
      { 'test/suites/e2e/a.test.ts': "test('is fast', { retry: 2 }, async () => {})" },
    ],
    good: [{ 'test/suites/unit/news/a.test.ts': 'expect(entry).toEqual({ id: anId }); expect(next).toBeUndefined()' }],
  },
  {
    name: 'file names say what is inside',
    reason: 'utils, helpers, common and managers collect what nobody named',
    check: (files) =>
      files
        .filter(code)
        .filter(
          ({ path }) =>
            wordsOf(path).some((word) => vagueWords.has(word)) || !fileName.test(path.split('/').at(-1) ?? ''),
        )
        .map(({ path }) => ({ path, line: 1, what: 'has a vague name, or one that is not camelCase' })),
    bad: [
      { 'shared/utils/text.ts': '' },
      { 'shared/areas/news/newsManager.ts': '' },
      { 'shared/areas/news/News.ts': '' },
      { 'shared/areas/news/add-news.ts': '' },
    ],
  },
  {
    name: 'a test lies in the folder of its subject',
    reason: 'nobody has to look for the test of a file',
    check: (files) =>
      testsInForeignFolders(files).map(({ path }) => ({ path, line: 1, what: 'has no folder of its name to test' })),
    bad: [{ 'test/suites/unit/csv/csv.test.ts': '', 'shared/areas/history/csv.ts': '' }],
    good: [
      { 'test/suites/unit/history/csv.test.ts': '', 'shared/areas/history/csv.ts': '' },
      { 'test/suites/functions/http/idempotency.test.ts': '', 'shared/mechanisms/http/idempotency.ts': '' },
      { 'test/suites/unit/bin/commandLines.test.ts': '', 'bin/donate.ts': '' },
      { 'test/suites/unit/ids.test.ts': '' },
    ],
  },
  {
    name: 'no file knows the machine that it was written on',
    reason: 'a clone works anywhere',
    check: forbidText(
      everything,
      /(?<![\w.:/*}-])\/(?:home|Users|root|work|workspace|workspaces|mnt)\/[\w.-]+|\b[A-Z]:\\Users\\\w+/g,
    ),
    bad: [{ 'README.md': ['Look into', '/home/alice/project'].join(' ') }, { 'cdk.json': '"C:\\Users\\alice"' }],
    good: [{ 'README.md': 'https://example.com/home/alice, ./work/x' }],
  },
  {
    name: 'no file names a package registry',
    reason: 'where packages come from is a setting of the machine, and the lockfile keeps their digests only',
    check: forbidText(
      everything,
      /\/\/[^\s'"/]*(?:registry|artifactory|nexus|verdaccio)[^\s'"/]*|"resolved": ?"[^"]*:/g,
    ),
    bad: [
      { '.npmrc': 'registry=https://registry.example.com/' },
      { 'package-lock.json': '{ "resolved": "https://packages.example.com/zod.tgz" }' },
    ],
  },
]
