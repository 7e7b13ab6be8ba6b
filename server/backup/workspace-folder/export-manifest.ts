import { z } from 'zod'
import { languages } from '#shared/words.ts'

export const exportFormat = 2

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

export const exportManifestSchema = z.object({
  format: z.literal(exportFormat),
  made_at: z.iso.datetime(),
  workspace: z.object({ id: z.uuid().lowercase(), name: z.string(), language: z.enum(languages) }),
  /** the last migration of the database it came from */
  schema: z.string(),
  tables: z.record(z.string(), z.object({ rows: z.number(), sum: z.string(), columns: z.string() })),
  /** by place in the folder */
  files: z.record(z.string(), z.object({ key: z.string(), sha256 })),
  /** keys that rows refer to, of files already deleted */
  missing: z.array(z.string()),
  with_secrets: z.boolean(),
  /** of secrets.json */
  secrets_sha256: sha256.nullable(),
})
export type ExportManifest = z.output<typeof exportManifestSchema>

/** Decrypted; `text` is null where the exporting installation could not decrypt it. */
export const exportedSecrets = z.array(z.object({ owner: z.string(), name: z.string(), text: z.string().nullable() }))
export type ExportedSecret = z.output<typeof exportedSecrets>[number]
