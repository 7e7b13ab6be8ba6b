import type { Candidate, FactKind } from './candidate.ts'
import { number, valuesOf } from './measure-kinds.ts'

const kinds: readonly FactKind[] = ['value', 'class', 'list', 'card', 'statement']

export function measureCompiled({ compiled }: Candidate) {
  return {
    compiled: Number(compiled !== null),
    compiled_sure: Number(compiled?.isSure ?? false),
    compiled_whole: Number(compiled?.isWhole ?? false),
    compiled_explained: compiled?.explained ?? 0,
    compiled_places: Math.min(5, compiled?.places ?? 0),
    ...Object.fromEntries(kinds.map(kind => [`compiled_${kind}`, Number(compiled?.kind === kind)])),
  }
}

export function measureFact({ reply, fact }: Candidate) {
  const own = new Set(valuesOf(number, reply.text))
  const theirs = fact ? valuesOf(number, fact.text) : []
  const agreeing = theirs.filter(value => own.has(value)).length
  return {
    fact_there: Number(fact !== null),
    fact_said: Number(fact?.isSaid ?? false),
    fact_sureSaid: Number((fact?.isSaid && fact.isSure) ?? false),
    fact_sureOther: fact && !fact.isSaid && fact.isSure && theirs.length > 0 ? (agreeing > 0 ? 1 : -1) : 0,
    fact_agrees: fact && !fact.isSaid && theirs.length > 0 ? agreeing / theirs.length : 0,
    fact_differs: Number(theirs.length > 0 && agreeing === 0),
    fact_saidExplained: fact?.isSaid ? fact.measures['explained']! - fact.measures['missed']! : 0,
    fact_otherExplained:
      fact && !fact.isSaid && theirs.length > 0 ? fact.measures['explained']! * (agreeing > 0 ? 1 : -1) : 0,
    ...Object.fromEntries(factMeasures.map(name => [`fact_${name}`, Math.min(20, fact?.measures[name] ?? 0)])),
  }
}

const factMeasures = [
  'explained',
  'missed',
  'named',
  'linked',
  'margin',
  'open',
  'column',
  'otherPurposes',
  'unasked',
  'variant',
  'ranged',
  'plain',
  'carriedOver',
]

export function measureStatement({ statement }: Candidate) {
  const isHere = statement?.isHere ?? false
  return {
    statement_there: Number(statement !== null),
    statement_here: Number(isHere),
    statement_sureHere: Number(isHere && statement!.isSure),
    statement_sureElsewhere: Number(!isHere && (statement?.isSure ?? false)),
    ...Object.fromEntries(
      statementMeasures.map(name => [`statement_${name}`, isHere ? (statement!.measures[name] ?? 0) : 0]),
    ),
  }
}

const statementMeasures = [
  'explained',
  'own',
  'missed',
  'unmet',
  'margin',
  'unasked',
  'kind',
  'words',
  'telling',
  'topics',
  'leads',
  'pair',
]
