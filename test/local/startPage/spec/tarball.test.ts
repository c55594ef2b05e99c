import { cpSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { packageFolder, packagesOfApps, strangersFolder } from '../../runner/spec/tarball/strangersFolder.ts'

const folder = resolve(import.meta.dirname, '..')
const { project, install, link, serve, errorsIn } = strangersFolder()

beforeAll(async () => {
  await install(packageFolder)
  await install(folder)
  for (const name of packagesOfApps) link(name)
})

test('beside serve-assembly, the page of the tarball is served as soon as it is installed, with scripts in one file', async () => {
  cpSync(join(packageFolder, 'spec/apps'), join(project, 'apps'), { recursive: true })
  const { api } = await serve('apps/greetings/app.ts')

  const page = await fetch(api, { headers: { accept: 'text/html' } })
  const script = await fetch(`${api}/_local/startPage.js`)

  expect(await page.text()).toContain('<h1 id="name">')
  expect(script.status).toBe(200)
  expect(await script.text()).not.toContain('import ')
})

test('the README’s program with a panel compiles strictly against the types of the tarballs', async () => {
  const [, example = ''] = /^```ts\n([\s\S]*?)^```/m.exec(readFileSync(join(folder, 'README.md'), 'utf8')) ?? []
  const mistake = `
    // @ts-expect-error a panel has a title
    createStartPage({ projectFolder: '.', panelsOf: () => [{ id: 'notes', description: '' }] })`

  expect(await errorsIn(example + mistake)).toBe('')
})
