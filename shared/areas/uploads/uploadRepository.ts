import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Write } from '../../contract/write.ts'
import { isUnmarked, refusalOf } from '../../mechanisms/limits/erasureMarks.ts'
import { getItem } from '../../mechanisms/store/getItem.ts'
import { conflicting } from '../../mechanisms/store/retryOnConflict.ts'
import { check, put } from '../../mechanisms/store/writes.ts'
import { tableName } from '../../runtime/env.ts'
import { newId } from '../../runtime/ids.ts'
import type { Upload } from './upload.ts'
import { uploadsFromItem } from './uploadsFromItem.ts'

/** The uploads of a recipient as they were read; without a revision there are none. */
export interface SeenUploads {
  readonly uploads: readonly Upload[]
  readonly revision?: string
}

/** The uploads of a recipient are one item. Each change holds for the revision that it has seen. */
export const uploadRepository = (client: DynamoDBDocumentClient, table = tableName('uploads')) => {
  const replacement = (recipientId: string, { revision: seen }: SeenUploads, files: readonly Upload[]): Write =>
    put(
      table,
      { recipientId, files, revision: newId() },
      {
        when:
          seen === undefined ? { if: 'attribute_not_exists(revision)' } : { if: 'revision = :seen', values: { seen } },
        refusal: conflicting,
      },
    )

  return {
    read: async (recipientId: string): Promise<SeenUploads> => {
      const item = await getItem(client, { TableName: table, Key: { recipientId }, ConsistentRead: true })
      return { uploads: uploadsFromItem(item), ...(item && { revision: String(item['revision']) }) }
    },

    /** Replaces the uploads. Raises `Conflict` where they have changed since they were read. */
    change: (recipientId: string, seen: SeenUploads, files: readonly Upload[]): Write =>
      replacement(recipientId, seen, files),

    /** The same, unless everything of the recipient is being erased: then it raises `erasure_in_progress`. */
    growth: (recipientId: string, seen: SeenUploads, files: readonly Upload[]): readonly Write[] => [
      replacement(recipientId, seen, files),
      check(tableName('quotas'), { recipientId, collection: 'uploads' }, isUnmarked, (found) =>
        refusalOf(found, conflicting(found)),
      ),
    ],
  }
}

export type UploadRepository = ReturnType<typeof uploadRepository>
