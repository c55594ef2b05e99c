import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectFolder } from '../installedPackages.ts'

const textOf = (document: string): string => readFileSync(join(projectFolder, 'infra', document), 'utf8')

/** The text below a heading, until the next one. @throws Error when there is no such heading */
export const sectionOf = (document: string, heading: string): string => {
  const [, text] = textOf(document).split(`\n## ${heading}\n`)
  if (text === undefined) throw new Error(`infra/${document} has no heading "${heading}"`)
  return text.split(/\n##? /)[0]?.trim() ?? ''
}

/** The commands that the first block below a heading shows, as they stand there. */
export const commandsOf = (document: string, heading: string): readonly string[] => {
  const [, block] = /^```sh\n(.+?)^```$/ms.exec(sectionOf(document, heading)) ?? []
  if (block === undefined) throw new Error(`infra/${document} shows no commands under "${heading}"`)
  return block.trimEnd().split('\n')
}
