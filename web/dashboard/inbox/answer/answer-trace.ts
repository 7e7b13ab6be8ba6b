import type { Json } from '#shared/rows.ts'

export type TracedQuestion = { kind: string; words: string; nearest: string | undefined }

/** Traces of older versions may lack any of it. */
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

export type TracedCandidate = { passageId: string; sourceId: string; text: string }

export function readCandidates(trace: Json): TracedCandidate[] {
  return list(member(trace, 'candidates')).flatMap(row => {
    const [passageId, sourceId, text] = ['passage_id', 'source_id', 'text'].map(name => member(row, name))
    return typeof passageId === 'string' && typeof sourceId === 'string'
      ? [{ passageId, sourceId, text: typeof text === 'string' ? text : '' }]
      : []
  })
}

export type TracedWeights = {
  threshold: number | undefined
  /** How many of the customer's significant words the passage has, and how many it lacks */
  met?: number
  missed?: number
  /** The quoted line's share of the weight of all lines, 0 to 1 */
  lead?: number
  /** Whether it lacks the kind of thing that was asked for */
  kindMissed: boolean
}

/** Counts are stored as fractions of these. */
const wordsCounted = { met: 8, missed: 5 }

export function readWeights(trace: Json): TracedWeights {
  const measures = member(list(member(trace, 'questions'))[0] ?? null, 'measures')
  const met = number(member(measures, 'metWords'))
  const missed = number(member(measures, 'missedWords'))
  const lead = number(member(measures, 'unitShare'))
  return {
    threshold: number(member(trace, 'threshold')),
    ...(met !== undefined && { met: Math.round(met * wordsCounted.met) }),
    ...(missed !== undefined && { missed: Math.round(missed * wordsCounted.missed) }),
    ...(lead !== undefined && { lead }),
    kindMissed: member(measures, 'typeMissed') === 1,
  }
}

export type TracedModel = {
  name: string
  why: string | undefined
  tokensIn: number
  tokensOut: number
  cost: number | undefined
}

export function readModel(trace: Json): TracedModel | undefined {
  const model = member(trace, 'model')
  if (model === null) return undefined
  const [name, why] = [member(model, 'name'), member(model, 'why')]
  return {
    name: typeof name === 'string' ? name : '',
    why: typeof why === 'string' ? why : undefined,
    tokensIn: number(member(model, 'tokens_in')) ?? 0,
    tokensOut: number(member(model, 'tokens_out')) ?? 0,
    cost: number(member(model, 'cost_usd')),
  }
}

function number(value: Json): number | undefined {
  return typeof value === 'number' ? value : undefined
}

function member(value: Json, name: string): Json {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value[name] ?? null) : null
}

function list(value: Json): Json[] {
  return Array.isArray(value) ? value : []
}
