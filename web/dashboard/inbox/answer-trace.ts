import type { Json } from '#shared/rows.ts'

/** How the bot read a question, and what came nearest to an answer. */
export type TracedQuestion = { kind: string; words: string; nearest: string | undefined }

/** Takes out of a stored trace what people may want to know; traces of older versions may lack any of it. */
export function readTrace(trace: Json): TracedQuestion[] {
  return list(member(trace, 'questions')).flatMap(question => {
    const words = member(question, 'words')
    if (typeof words !== 'string' || words === '') return []
    const kind = member(question, 'type')
    const nearest = member(list(member(question, 'best'))[0] ?? null, 'text')
    return [
      {
        kind: typeof kind === 'string' ? kind : 'other',
        words,
        nearest: typeof nearest === 'string' ? nearest : undefined,
      },
    ]
  })
}

function member(value: Json, name: string): Json {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value[name] ?? null) : null
}

function list(value: Json): Json[] {
  return Array.isArray(value) ? value : []
}
