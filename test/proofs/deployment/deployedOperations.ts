import { ApiDocument } from '../../local/demo/apiDocument.ts'
import type { DeployedService } from './deployedService.ts'

export const documentOf = async ({ api }: DeployedService): Promise<ApiDocument> =>
  new ApiDocument(await (await fetch(`${api}/openapi.json`)).json())

/** Whether the version that is deployed has an operation. 1.0.0 has no members, uploads or deliveries of looks. */
export const knows = async (service: DeployedService, operationId: string): Promise<boolean> =>
  (await documentOf(service)).endpoints.some(({ id }) => id === operationId)

/** Uploads and deliveries of looks came in the release that brought members. */
export const hasMembers = (service: DeployedService): Promise<boolean> => knows(service, 'inviteMember')
