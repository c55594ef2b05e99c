import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Renew } from '../../mechanisms/secrets/cipher.ts'
import { applyWrites } from '../../mechanisms/store/commit.ts'
import { update } from '../../mechanisms/store/writes.ts'
import { tableName } from '../../runtime/env.ts'

/** Stores a credential's secret that was sealed anew, unless another has taken its place. */
export const gatewayRenewal =
  (client: DynamoDBDocumentClient, table = tableName('gateways')): Renew =>
  async (context, former, renewed) => {
    if (!('credentialId' in context)) return
    const { recipientId, credentialId: id, field } = context
    const name = field === 'gateways.secret' ? 'secret' : 'token'
    const when = { if: `#${name} = :former`, values: { former } }
    await applyWrites(client, [
      update(table, { recipientId, id }, { set: { [name]: renewed }, when, repeatable: true }),
    ])
  }
