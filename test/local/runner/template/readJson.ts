import { readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import type * as z from 'zod/mini'
import { parseAt } from './parse.ts'
import { TemplateError } from './templateError.ts'

/** A checked file of an assembly. */
export const readJson = <Schema extends z.ZodMiniType>(
  folder: string,
  file: string,
  schema: Schema,
): z.infer<Schema> => {
  const path = resolve(folder, file)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : cause
    throw new TemplateError(path, `cannot be read (${code}); synthesize first`)
  }
  return parseAt(basename(file), schema, JSON.parse(text))
}
