import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly html: string }[]
}

/** What axe finds in the page, frames excepted. https://github.com/dequelabs/axe-core/blob/develop/doc/API.md */
export const violationsIn = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'))
  const found = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(context: Document, options: object): Promise<{ violations: Violation[] }> }
    }
    return (await axe.run(document, { iframes: false })).violations
  })
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}
