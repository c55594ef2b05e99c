import type { JsonObject } from './components.ts'

/**
 * From each operation that adds something to those that read it: their parameter, and the member of the answer that it
 * takes. Those that change it take the member in their body, where swagger-parser, on which openapi-generator stands,
 * has no place for it.
 */
const links: Readonly<Record<string, Readonly<Record<string, readonly [parameter: string, member: string]>>>> = {
  addActions: { listActions: ['id', 'action/id'] },
  addNews: { listNews: ['id', 'id'] },
  checkOverlays: { tracePayment: ['id', 'paymentId'] },
  createPlaylist: { listPlaylists: ['id', 'id'] },
  createTicket: { listOverlays: ['id', 'overlayId'] },
  eraseData: { getErasure: ['erasureId', 'erasureId'] },
  exportData: { getExport: ['exportId', 'exportId'] },
  linkKick: { listTokens: ['id', 'id'] },
  linkSource: { listTokens: ['id', 'id'] },
  linkTwitch: { listTokens: ['id', 'id'] },
  linkVkLive: { listTokens: ['id', 'id'] },
  printCsv: { getPrint: ['printId', 'printId'] },
  putConfig: { listConfigs: ['id', 'id'] },
  receiveWebhook: { getPayment: ['id', 'paymentId'], tracePayment: ['id', 'paymentId'] },
  setEndpoint: { listEndpoints: ['id', 'id'], listEndpointMessages: ['id', 'id'] },
  setGateway: { listGateways: ['id', 'id'] },
}

/** The links of an operation's answer, each under the name of the operation that it leads to. */
export const linksFrom = (id: string): JsonObject => {
  const own = Object.entries(links[id] ?? {}).map(([operationId, [parameter, member]]) => [
    operationId,
    { operationId, parameters: { [parameter]: `$response.body#/${member}` } },
  ])
  return own.length > 0 ? { links: Object.fromEntries(own) } : {}
}
