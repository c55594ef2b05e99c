import { cpSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { packageFolder, packagesOfApps, strangersFolder } from '../../harness/spec/tarball/strangersFolder.ts'

const { project, install, link, serve, errorsIn } = strangersFolder()

beforeAll(async () => {
  await install(packageFolder)
  await install(resolve(import.meta.dirname, '..'))
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

test('a strict program gives the page panels by the types of the tarballs', async () => {
  const program = `
    import { runCommandLine } from 'serve-assembly/cli/commandLine'
    import { createStartPage } from 'serve-assembly-start-page'
    import type { Panel } from 'serve-assembly-start-page/panels'
    const panels: readonly Panel[] = [{ id: 'notes', title: 'Notes', description: 'All of them.' }]
    await runCommandLine(['start'], {
      projectFolder: '.',
      startPage: async (options) => createStartPage({ ...options, panelsOf: () => panels }),
    })
    // @ts-expect-error a panel has a title
    createStartPage({ projectFolder: '.', panelsOf: () => [{ id: 'notes', description: '' }] })`

  expect(await errorsIn(program)).toBe('')
})
