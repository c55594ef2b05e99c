import type { Breach, Rule } from '../rule.ts'
import { isCode, type SourceFile, within, withoutComments } from '../sourceFile.ts'

const columns = 120

/** A link cannot be broken, so its address does not count. */
const withoutAddresses = (line: string): string => line.replaceAll(/(?<=\]\()[^)\s]+(?=\))|https?:\/\/\S+/g, '')

const isTooLong = (line: string): boolean => withoutAddresses(line).length > columns

const breachesIn = (path: string, lines: readonly string[]): readonly Breach[] =>
  lines.flatMap((line, index) =>
    isTooLong(line) ? [{ path, line: index + 1, what: `has ${line.length} columns` }] : [],
  )

/** A document's lines; those of code and tables, which cannot be wrapped, are empty. */
const proseOf = (text: string): readonly string[] =>
  text
    .replaceAll(/^ *```[\s\S]*?^ *```/gm, (block) => block.replaceAll(/[^\n]/g, ''))
    .split('\n')
    .map((line) => (/^\s*\|/.test(line) ? '' : line))

/** Directives of tools have to stand on one line. */
const isDirective = (line: string): boolean => /\/\/ (?:biome-ignore |@ts-)/.test(line)

/** The lines of code that a comment makes too long; the others are empty. */
const commentsOf = ({ text }: SourceFile): readonly string[] => {
  const code = withoutComments(text).split('\n')
  return text
    .split('\n')
    .map((line, index) => ((code[index] ?? '').trimEnd() === line.trimEnd() || isDirective(line) ? '' : line))
}

/** Comments of tests are still to be wrapped by those who work there. */
const unwrapped = within('test')

const isGenerated = within('shared/web/client/generated', 'shared/areas/service')

const text = 'word '.repeat(25)

export const proseRules: readonly Rule[] = [
  {
    name: 'prose has at most 120 columns',
    reason: 'it is read beside code; tables, code and the addresses of links may be longer',
    check: (files) =>
      files.filter(({ path }) => path.endsWith('.md')).flatMap((file) => breachesIn(file.path, proseOf(file.text))),
    bad: [{ 'README.md': text }, { 'README.md': `- ${text}` }, { 'README.md': `\`\`\`\nx\n\`\`\`\n${text}` }],
    good: [
      { 'README.md': `| ${text} |` },
      { 'README.md': `\`\`\`sh\n${text}\n\`\`\`\n` },
      { 'README.md': `[a](https://example.com/${'a'.repeat(120)})` },
    ],
  },
  {
    name: 'comments have at most 120 columns',
    reason: 'Biome wraps code and no comments',
    check: (files) =>
      files
        .filter((file) => isCode(file) && !isGenerated(file) && !unwrapped(file))
        .flatMap((file) => breachesIn(file.path, commentsOf(file))),
    bad: [
      { 'bin/demo.ts': `/** ${text} */\n` },
      { 'bin/demo.ts': `/**\n * ${text}\n */\n` },
      { 'bin/demo.ts': `const a = 1 // ${text}\n` },
    ],
    good: [
      { 'bin/demo.ts': `const a = '${text}'\n` },
      { 'bin/demo.ts': `// biome-ignore lint/a/b: ${text}\nconst a = 1\n` },
      { 'bin/demo.ts': `// https://example.com/${'a'.repeat(120)}\n` },
    ],
  },
]
