import type { z } from 'zod'
import { refuse } from './storage-error.ts'

export function readStorageInput<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value ?? {})
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw refuse('InvalidRequest', issue ? `${issue.path.join('/') || 'body'}: ${issue.message}` : undefined)
}
