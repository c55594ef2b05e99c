import { getPanelPart } from '../../shared/areas/service/contract.ts'
import type { Handle } from '../../shared/contract/handle.ts'
import { Problem } from '../../shared/contract/problem.ts'
import { gzipped, takingGzip } from '../../shared/mechanisms/http/gzipped.ts'
import { httpHandler } from '../../shared/mechanisms/http/httpHandler.ts'
import type { PagePart } from '../../shared/mechanisms/http/webPage.ts'
import part from '../../shared/web/panel/part.json' with { type: 'json' }

export const handle =
  ({ name, script }: PagePart): Handle<typeof getPanelPart> =>
  async ({ params }) => {
    if (params.part !== name) throw new Problem('not_found', 'The panel has no such part any more. Load it again.')
    return { body: script, headers: { 'cache-control': 'public, max-age=31536000, immutable' } }
  }

export const handler = gzipped(httpHandler(getPanelPart, takingGzip(handle(part))))
