import manifest from '../../../../package.json' with { type: 'json' }
import clientManifest from '../../../../shared/web/client/package.json' with { type: 'json' }
import harnessManifest from '../../../local/runner/package.json' with { type: 'json' }
import startPageManifest from '../../../local/startPage/package.json' with { type: 'json' }
import { type Import, importsOf, packageOf } from '../imports.ts'
import { type Breach, breachOfImport, type Rule } from '../rule.ts'
import { isCode, type SourceFile, within } from '../sourceFile.ts'

type Packages = ReadonlySet<string>

const deployed: Packages = new Set(Object.keys(manifest.dependencies))
const installed: Packages = new Set([...deployed, ...Object.keys(manifest.devDependencies)])
/** The packages that are installed with the harness, and those that only its own tests need. */
const harness: Packages = new Set(Object.keys(harnessManifest.dependencies))
const harnessTests: Packages = new Set([
  harnessManifest.name,
  ...harness,
  ...Object.keys(harnessManifest.devDependencies),
])
/** The package of the start page has the scripts of its pages; esbuild makes them for the sources. */
const startPage: Packages = new Set([...Object.keys(startPageManifest.peerDependencies), 'esbuild'])
/** What the client brings to whoever installs it, and what writes its types besides. */
const client: Packages = new Set([clientManifest.name, ...Object.keys(clientManifest.dependencies)])
const clientGenerator: Packages = new Set([...client, ...Object.keys(clientManifest.devDependencies)])

const isClient = within('shared/web/client')
/** An example that stands alone: its reader installs what it imports. */
const isRelay = within('shared/web/client/examples/relay')
const isClientGenerator = within('shared/web/client/generator')
const isHarness = within('test/local/runner')
const isStartPage = within('test/local/startPage')
const isStartPageTest = within('test/local/startPage/spec')
const isHarnessTest = within('test/local/runner/spec')
const packagesOf = (file: SourceFile): Packages => {
  if (isHarnessTest(file)) return harnessTests
  if (isClientGenerator(file)) return clientGenerator
  if (isRelay(file)) return installed
  if (isClient(file)) return client
  if (isStartPage(file) && !isStartPageTest(file)) return startPage
  return isHarness(file) ? harness : installed
}

const typesOf = (name: string): string => `@types/${name.replace(/^@/, '').replace('/', '__')}`

const isDeclared = (each: Import, packages: Packages): boolean => {
  const name = packageOf(each)
  return name === undefined || packages.has(name) || (each.isTypeOnly && installed.has(typesOf(name)))
}

const undeclared = (files: readonly SourceFile[]): readonly Breach[] =>
  files
    .filter((file) => isCode(file) && !within('test/suites/architecture')(file))
    .flatMap((file) => importsOf(file).filter((each) => !isDeclared(each, packagesOf(file))))
    .map((each) => breachOfImport(each))

const undeployed = (files: readonly SourceFile[]): readonly Breach[] =>
  files
    .filter((file) => within('shared', 'functions')(file) && !isClient(file))
    .flatMap(importsOf)
    .filter((each) => !each.isTypeOnly && !isDeclared(each, deployed))
    .map((each) => breachOfImport(each))

const cyclesIn = (files: readonly SourceFile[]): readonly Breach[] => {
  const byPath = new Map(files.filter(isCode).map((file) => [file.path, importsOf(file)]))
  const done = new Set<string>()
  const breaches: Breach[] = []
  const visit = (path: string, trail: readonly string[]): void => {
    for (const each of done.has(path) ? [] : (byPath.get(path) ?? [])) {
      if (each.file === undefined) continue
      const start = [...trail, path].indexOf(each.file)
      if (start < 0) visit(each.file, [...trail, path])
      else
        breaches.push(breachOfImport(each, `closes a cycle: ${[...trail, path, each.file].slice(start).join(' → ')}`))
    }
    done.add(path)
  }
  for (const path of byPath.keys()) visit(path, [])
  return breaches
}

export const dependencyRules: readonly Rule[] = [
  {
    name: 'every imported package is declared',
    reason: 'a package that comes along with another one leaves with it',
    check: undeclared,
    bad: [
      { 'bin/app.ts': "import chalk from 'chalk'" },
      { 'bin/app.ts': "import type { Chalk } from 'chalk'" },
      { 'test/local/runner/localApi.ts': "import ts from 'typescript'" },
      { 'test/local/runner/localApi.ts': "import fc from 'fast-check'" },
      { 'test/local/runner/cli/startPage.ts': "import { build } from 'esbuild'" },
      { 'test/local/startPage/commands.ts': "import { text } from 'ws'" },
      { 'shared/web/client/serviceClient.ts': "import * as z from 'zod/mini'" },
      { 'shared/web/client/serviceClient.ts': "import openapiTS from 'openapi-typescript'" },
    ],
    good: [
      { 'bin/app.ts': "import type { Context } from 'aws-lambda'\nimport { readFileSync } from 'node:fs'" },
      { 'shared/web/client/serviceClient.ts': "import createClient from 'openapi-fetch'" },
      { 'test/local/runner/spec/random.test.ts': "import fc from 'fast-check'\nimport { jwtVerify } from 'jose'" },
    ],
  },
  {
    name: 'what is deployed uses dependencies, not development ones',
    reason: 'the production dependencies are what an audit of the deployed code looks at',
    check: undeployed,
    bad: [{ 'shared/areas/news/rules.ts': "import fc from 'fast-check'" }],
    good: [{ 'shared/areas/news/rules.ts': "import * as z from 'zod/mini'" }],
  },
  {
    name: 'no import cycles',
    reason:
      'in a cycle, the order of loading decides what is defined; a cycle of types alone is one subject in two files',
    check: cyclesIn,
    bad: [
      {
        'shared/a.ts': "import { b } from './b.ts'",
        'shared/b.ts': "import { c } from './c.ts'",
        'shared/c.ts': "import './a.ts'",
      },
      { 'shared/a.ts': "import type { A } from './a.ts'" },
    ],
    good: [
      {
        'shared/a.ts': "import { b } from './b.ts'\nimport { c } from './c.ts'",
        'shared/b.ts': "import { c } from './c.ts'",
        'shared/c.ts': '',
      },
    ],
  },
]
