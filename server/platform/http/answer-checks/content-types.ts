import { z } from 'zod'

/** Without parameters, in small letters; empty where there is none. */
export function contentType(header: unknown): string {
  return typeof header === 'string' ? (header.split(';', 1)[0] ?? '').trim().toLowerCase() : ''
}

export function isJson(type: string): boolean {
  return /^application\/(?:[\w.-]+\+)?json$/.test(type)
}

/** Of a `z.file()`; empty for one of any content type. */
export function typesOfFile(schema: z.ZodFile): string[] {
  const { contentMediaType, anyOf } = z.toJSONSchema(schema) as MediaSchema
  return [contentMediaType, ...(anyOf ?? []).map(one => one.contentMediaType)].filter(type => type !== undefined)
}

type MediaSchema = { contentMediaType?: string; anyOf?: { contentMediaType?: string }[] }

/** Of a file made by `csvOf`. */
export function columnsOfFile(schema: z.ZodFile): string[] | undefined {
  return schema.meta()?.['columns'] as string[] | undefined
}
