import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { bundleFunctions, defaultEntries } from '../../../infra/bundling/bundle.ts'
import { testFolder } from './template.ts'

const projectFolder = fileURLToPath(new URL('../../..', import.meta.url))

/** The line of a source that holds this text, counted from 1. */
const lineOf = (file: string, text: string): number =>
  readFileSync(join(projectFolder, file), 'utf8')
    .split('\n')
    .findIndex((line) => line.includes(text)) + 1

test('a local bundle keeps the lines of its sources, wherever it is copied', async () => {
  const folder = testFolder()
  const entries = defaultEntries().filter(({ id }) => id === 'addNews')
  const { outputs } = await bundleFunctions({ entries, folder, isDebuggable: true })
  const copy = testFolder()
  for (const name of ['index.cjs', 'index.cjs.map'])
    writeFileSync(join(copy, name), readFileSync(join(outputs['addNews'] ?? '', '..', name)))

  const places = execFileSync(
    process.execPath,
    [
      '-e',
      `
      const { SourceMap } = require('node:module')
      const { readFileSync } = require('node:fs')
      const map = new SourceMap(JSON.parse(readFileSync('index.cjs.map', 'utf8')))
      const lines = readFileSync('index.cjs', 'utf8').split('\\n')
      const placeOf = (text) => {
        const line = lines.findIndex((each) => each.includes(text))
        const { originalSource, originalLine } = map.findEntry(line, lines[line].indexOf(text))
        return { source: originalSource, line: originalLine + 1 }
      }
      console.log(JSON.stringify([placeOf('"/news/commands/add-news"'), placeOf('news.creation(')]))
    `,
    ],
    { cwd: copy, encoding: 'utf8' },
  )

  const [contract, handler] = JSON.parse(places) as { source: string; line: number }[]
  expect(handler?.line).toBe(lineOf('functions/news/addNews.ts', 'news.creation('))
  expect(contract?.line).toBe(lineOf('shared/areas/news/contract.ts', "'/news/commands/add-news'"))
})

test('a deployed bundle has no map', async () => {
  const folder = testFolder()
  const { outputs } = await bundleFunctions({ entries: defaultEntries().slice(0, 1), folder })

  expect(readFileSync(Object.values(outputs)[0] ?? '', 'utf8')).not.toContain('sourceMappingURL')
})
