import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec'
import { expect, test } from 'vitest'
import { breakingSchemaChanges, brokenPromises } from '../../../infra/compatibility/breakingChanges.ts'
import { currentPromises, currentSchema } from '../../../infra/compatibility/currentSchema.ts'
import { readReleasedSchema, schemaFile } from '../../../infra/compatibility/releasedSchema.ts'
import { fixedProperties } from '../../../infra/compatibility/storedSchema.ts'

const specification = loadAwsServiceSpecSync()

test('nothing that the last release keeps or has stored is lost; each line says what to do instead', () => {
  const released = readReleasedSchema()

  expect([
    ...breakingSchemaChanges(released, currentSchema(), released.retired),
    ...brokenPromises(released, currentPromises()),
  ]).toEqual([])
})

test.runIf(readReleasedSchema().commit !== null)('a released schema is not written again by later sources', () => {
  const before = readFileSync(schemaFile, 'utf8')

  spawnSync('npm', ['run', '--silent', 'schema'], { encoding: 'utf8' })

  expect(readFileSync(schemaFile, 'utf8')).toBe(before)
})

test('the schema has every kind of resource of the data stack that holds something, once the present release wrote it', () => {
  const kinds = Object.values(readReleasedSchema().resources).map(({ type }) => type)

  expect(new Set(kinds)).toEqual(new Set(Object.keys(fixedProperties)))
})

test.each(Object.entries(fixedProperties))(
  'the properties whose change replaces a resource of %s are fixed',
  (type, names) => {
    const { properties } = specification.lookup('resource', 'cloudFormationType', 'equals', type).only()
    const replacing = Object.keys(properties).filter((name) => properties[name]?.causesReplacement === 'yes')

    // The keys of a table are compared together with the types of their attributes.
    expect(replacing.filter((name) => name !== 'KeySchema' && !names.includes(name))).toEqual([])
  },
)
