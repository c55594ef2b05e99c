import { expect, test } from 'vitest'
import { handle } from '../../../../functions/service/getOpenApi.ts'
import { aliasedPath } from '../../../../shared/areas/service/aliasedPaths.ts'

type Item = Readonly<Record<string, { readonly operationId: string; readonly responses: object }>>

const documentOf = async (alias: string | undefined) => {
  const { body, headers } = await handle(alias)({} as never, undefined as never)
  return { paths: body['paths'] as Readonly<Record<string, Item>>, etag: headers.etag }
}

test('the document of a deployment with a second name describes its routes, with operation ids of their own', async () => {
  const { paths, etag } = await documentOf('max')
  const plain = await documentOf(undefined)
  const own = Object.keys(paths).filter((path) => path.startsWith('/messenger/'))
  const ids = Object.values(paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId))

  expect(own.length).toBeGreaterThan(5)
  expect(Object.keys(paths).filter((path) => path.startsWith('/max/'))).toEqual(
    own.map((path) => aliasedPath(path, 'max')),
  )
  expect(paths['/max/commands/update-announcers']?.['post']).toEqual({
    ...paths['/messenger/commands/update-announcers']?.['post'],
    operationId: 'updateAnnouncersAlias',
  })
  expect(new Set(ids).size).toBe(ids.length)
  expect(Object.keys(plain.paths).filter((path) => path.startsWith('/max/'))).toEqual([])
  expect(etag).not.toBe(plain.etag)
})
