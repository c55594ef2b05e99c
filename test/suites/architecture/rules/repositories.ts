import type { Breach, Rule } from '../rule.ts'
import { lineAt, type SourceFile, withoutComments } from '../sourceFile.ts'

/** Repository methods that serve no recipient, each with the reason: `file#method`. */
const unscoped: Readonly<Record<string, string>> = {
  'shared/areas/platforms/watchedChannelRepository.ts#list':
    'a schedule asks the platform for the channels of all recipients',
}

/** Members are indented by two columns in `=> ({ … })` and in a class, and by four in a body that ends with `return { … }`. */
const memberIndentation = (code: string): number => (/^ {2}return \{$/m.test(code) ? 4 : 2)

const memberPattern = (indentation: number): RegExp =>
  new RegExp(`^ {${indentation}}(?:readonly |async )*(\\w+)(\\??:? ?(?:async )?(?:<[^(]*>)?\\(\\s*(\\w*))?`, 'gm')

/** Each repository of a file: a table may have several, and stores beside them. */
const repositoryPattern = /^export (?:const|class) \w+Repository\b[\s\S]*?^\}\)?$/gm

const breachesOf = (path: string, code: string, { 0: whole, index: start }: RegExpExecArray): readonly Breach[] => {
  const body = memberIndentation(whole) === 4 ? whole.indexOf('\n  return {\n') : Math.max(0, whole.search(/\{$/m))
  return [...whole.slice(body).matchAll(memberPattern(memberIndentation(whole)))]
    .filter(
      ([, name = '', , parameter]) =>
        name !== 'constructor' && parameter !== 'recipientId' && !unscoped[`${path}#${name}`],
    )
    .map(({ 1: name, 3: parameter, index }) => ({
      path,
      line: lineAt(code, start + body + index),
      what:
        parameter === undefined
          ? `${name} does not show its parameters`
          : `${name} takes ${parameter || 'nothing'} first`,
    }))
}

const breachesIn = ({ path, text }: SourceFile): readonly Breach[] => {
  const code = withoutComments(text)
  const repositories = [...code.matchAll(repositoryPattern)]
  return repositories.length === 0
    ? [{ path, line: 1, what: 'exports no repository of its name' }]
    : repositories.flatMap((found) => breachesOf(path, code, found))
}

const repository = (member: string): Readonly<Record<string, string>> => ({
  'shared/areas/news/newsRepository.ts': `export const newsRepository = (client: Client, table: string) => ({\n  ${member}\n})\n`,
})

const withLongHead = (member: string): Readonly<Record<string, string>> => ({
  'shared/areas/news/newsRepository.ts': `export const newsRepository = (\n  client: Client,\n  table = tableName('news'),\n) => ({\n  ${member}\n})\n`,
})

/** The tenant guard (house rule 8). */
export const repositoryRules: readonly Rule[] = [
  {
    name: "every repository method takes the recipient's id first",
    reason: 'a query that is not bound to a tenant must not be expressible',
    check: (files) => files.filter(({ path }) => /^shared\/.*Repository\.ts$/.test(path)).flatMap(breachesIn),
    bad: [
      repository('find: async (id: string): Promise<News> => read(id),'),
      repository('find: (\n    id: string,\n  ) => read(id),'),
      repository('all: () => read(),'),
      repository('async find(id: string) {\n    return read(id)\n  },'),
      repository('find: finder(client),'),
      withLongHead('find: (id: string) => id,'),
      {
        'shared/areas/news/newsRepository.ts':
          'export const newsRepository = (table: string) => {\n  return {\n    find: (id: string) => id,\n  }\n}\n',
      },
      { 'shared/areas/news/newsRepository.ts': 'export const repository = () => ({})\n' },
      {
        'shared/areas/news/newsRepository.ts':
          'export const newsRepository = () => ({\n  find: (recipientId: string) => recipientId,\n})\nexport const titleRepository = () => ({\n  find: (id: string) => id,\n})\n',
      },
    ],
    good: [
      withLongHead('find: (recipientId: string) => recipientId,'),
      repository('find: async (recipientId: string, id: string): Promise<News> => read(recipientId, id),'),
      repository(
        'find: (\n    recipientId: string,\n    id: string,\n  ): Write => {\n    const key = id\n    return { operation: { Put: { key } } }\n  },',
      ),
    ],
  },
]
