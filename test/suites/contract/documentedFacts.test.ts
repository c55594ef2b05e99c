import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { putConfig } from '../../../shared/areas/config/contract.ts'
import { eventTypes } from '../../../shared/areas/endpoints/eventTypes.ts'
import { OverlayLook } from '../../../shared/areas/overlays/overlayLook.ts'
import { ChangeMessage } from '../../../shared/areas/realtime/serverMessages.ts'
import { problems, problemType } from '../../../shared/contract/problems.ts'
import { operations } from '../../../shared/operations.ts'
import { workers } from '../../../shared/workers.ts'

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
const blocksOf = (path: string, language: string): readonly string[] =>
  [...read(path).matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, block = '']) => block)

test('the example of a problem is one, and those of configuration records are as they are read', () => {
  const [problem, look, alerts, ...others] = blocksOf('shared/README.md', 'json').map((block) => JSON.parse(block))
  const { status, title } = problems[problem.code as keyof typeof problems]

  expect(others).toEqual([])
  expect(problem).toMatchObject({ status, title, type: problemType(problem.code) })
  for (const record of [look, alerts]) expect(putConfig.body.safeParse(record).error).toBeUndefined()
  expect(OverlayLook.parse(look.value)).toEqual(look.value)
})

test('a request in a shell block has the body of its operation', () => {
  const blocks = ['README.md', 'shared/areas/endpoints/README.md'].flatMap((path) => blocksOf(path, 'sh'))
  const requests = blocks.flatMap((block) => [
    ...block.matchAll(/-d '(\{.+\})' \\\n +http:\/\/127\.0\.0\.1:3000(\S+)/g),
  ])

  expect(requests).toHaveLength(2)
  for (const [, body = '', path] of requests) {
    const { body: schema } = operations.find((each) => each.path === path) as { readonly body?: z.ZodMiniType }
    expect(schema?.parse(JSON.parse(body)), path).toMatchObject(JSON.parse(body))
  }
})

const codesIn = (cell: string): readonly string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
const firstCells = (path: string, head: string): readonly string[] => {
  const [, table = ''] = read(path).split(`\n| ${head} |`)
  const [rows = ''] = table.split('\n\n')
  return rows
    .split('\n')
    .slice(1)
    .flatMap((row) => codesIn(row.split('|')[1] ?? ''))
}

test('the tables of webhooks and of changes have a row for each type and member', () => {
  expect(firstCells('shared/areas/endpoints/README.md', 'Type')).toEqual(eventTypes)
  expect(firstCells('shared/README.md', 'Member of `change`').toSorted()).toEqual(
    Object.keys(ChangeMessage.shape.change.shape).toSorted(),
  )
})

test('the diagram of the README leads each table’s stream to a worker of it', () => {
  const edges = [...read('README.md').matchAll(/store -- (\w+)' stream --> (\w+)/g)]

  expect(edges).toHaveLength(2)
  for (const [edge, stream, id] of edges)
    expect(workers.find((worker) => worker.id === id)?.source, edge).toMatchObject({ stream })
  const [, pusher] = /(\w+) -- WebSocket --> overlay/.exec(read('README.md')) ?? []
  expect(workers.find(({ id }) => id === pusher)?.access).toHaveProperty('socket:connections')
})
