import type { Breach, Rule } from '../rule.ts'
import { lineAt, type SourceFile, within, withoutComments } from '../sourceFile.ts'

interface Declaration {
  readonly path: string
  readonly line: number
  readonly name: string
  readonly id: string
  readonly area: string
}

const declaration = /^export const (\w+) = operation\(\{\s*id: '(\w+)',\s*area: '(\w+)'/gm

/** The operations that the files declare. */
export const declarationsIn = (files: readonly SourceFile[]): readonly Declaration[] =>
  files.filter(within('shared')).flatMap(({ path, text }) =>
    [...text.matchAll(declaration)].map(({ 1: name = '', 2: id = '', 3: area = '', index }) => ({
      path,
      line: lineAt(text, index),
      name,
      id,
      area,
    })),
  )

const socketRoute = /^export const (\w+) = socketRoute\(\{\s*id: '(\w+)'/gm

/** The functions that the routes of the WebSocket API declare. */
const socketFunctionsIn = (files: readonly SourceFile[]): readonly string[] =>
  files
    .filter(within('shared/areas/realtime'))
    .flatMap(({ text }) => [...text.matchAll(socketRoute)].map(({ 2: id = '' }) => `functions/realtime/${id}.ts`))

/** Uses of `operation(` that the pattern above does not read. */
const unreadDeclarations = (files: readonly SourceFile[]): readonly Breach[] =>
  files.filter(within('shared')).flatMap(({ path, text }) => {
    const read = new Set([...text.matchAll(declaration)].map(({ index }) => lineAt(text, index)))
    return [...withoutComments(text).matchAll(/= operation\(/g)]
      .map(({ index }) => lineAt(text, index))
      .filter((line) => !read.has(line))
      .map((line) => ({ path, line, what: 'declares an operation whose id and area do not come first' }))
  })

/** Goals and leaders were parts of history in 1.0.0, and the logical ids of their functions are those of its stack. */
const placesOf = (area: string): readonly string[] =>
  [area, ...(area === 'history' ? ['goals', 'leaders'] : [])].map((name) => `shared/areas/${name}`)

const misspelt = (files: readonly SourceFile[]): readonly Breach[] =>
  declarationsIn(files).flatMap(({ path, line, name, id, area }) => [
    ...(name === id ? [] : [{ path, line, what: `${name} has the id ${id}` }]),
    ...(within(...placesOf(area))({ path, text: '' }) ? [] : [{ path, line, what: `${id} belongs to ${area}` }]),
  ])

const exportsOf = (text: string): readonly string[] =>
  [...text.matchAll(/^export (?:const|async function|function|class) (\w+)/gm)].map(([, name = '']) => name)

const missingFunctions = (files: readonly SourceFile[]): readonly Breach[] => {
  const paths = new Set(files.map(({ path }) => path))
  return declarationsIn(files)
    .filter(({ area, id }) => !paths.has(`functions/${area}/${id}.ts`))
    .map(({ path, line, area, id }) => ({ path, line, what: `${id} has no functions/${area}/${id}.ts` }))
}

const strangeFunctions = (files: readonly SourceFile[]): readonly Breach[] => {
  const entries = new Set([
    ...declarationsIn(files).map(({ area, id }) => `functions/${area}/${id}.ts`),
    ...socketFunctionsIn(files),
  ])
  return files
    .filter(
      ({ path }) =>
        within('functions')({ path, text: '' }) && !path.startsWith('functions/workers/') && !entries.has(path),
    )
    .map(({ path }) => ({ path, line: 1, what: 'belongs to no operation' }))
}

const oddExports = (files: readonly SourceFile[]): readonly Breach[] =>
  files.filter(within('functions')).flatMap(({ path, text }) => {
    const names = exportsOf(text).toSorted()
    if (names.join() === 'handle,handler') return []
    return [{ path, line: 1, what: `exports ${names.join(', ') || 'nothing'}` }]
  })

const contract = "export const addNews = operation({\n  id: 'addNews',\n  area: 'news',\n})\n"
const handlers = 'export const handle = 1\nexport const handler = 2\n'

/** One concept, one spelling. */
export const operationRules: readonly Rule[] = [
  {
    name: 'an operation is exported under its id, by its area',
    reason: 'one spelling leads from a log line to the contract',
    check: (files) => [...misspelt(files), ...unreadDeclarations(files)],
    bad: [
      { 'shared/areas/news/contract.ts': contract.replace('const addNews', 'const addNewsOperation') },
      { 'shared/areas/alerts/contract.ts': contract },
      { 'shared/areas/news/contract.ts': "export const addNews = operation({ area: 'news', id: 'addNews' })" },
    ],
  },
  {
    name: 'an operation has its function file, and a function file its operation',
    reason: 'infra computes the entry path from the registry',
    check: (files) => [...missingFunctions(files), ...strangeFunctions(files)],
    bad: [
      { 'shared/areas/news/contract.ts': contract },
      { 'functions/news/addNews.ts': handlers },
      { 'shared/areas/news/contract.ts': contract, 'functions/addNews.ts': handlers },
    ],
    good: [{ 'shared/areas/news/contract.ts': contract, 'functions/news/addNews.ts': handlers }],
  },
  {
    name: 'a function file exports `handle` and `handler` and nothing else',
    reason: 'the logic is tested without its wiring, and what others need belongs to shared',
    check: oddExports,
    bad: [
      { 'functions/news/addNews.ts': 'export const handler = 2\n' },
      { 'functions/workers/sendAlerts.ts': `${handlers}export const limit = 3\n` },
    ],
  },
]
