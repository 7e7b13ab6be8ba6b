import type { SegmentCondition, SegmentNode } from '#shared/contracts/customers/segments.contract.ts'
import type { TagColour } from '#shared/rules/tag-colours.ts'
import type { CustomerSegmentsTexts } from '#shared/texts/customers/customer-segments-texts.ts'
import { fill } from '#web/parts/language/texts.ts'
import type { CustomerField } from './read-segments.ts'

export type Names = {
  texts: CustomerSegmentsTexts
  tags: readonly { id: string; name: string; colour: TagColour }[]
  channels: readonly { id: string; name: string }[]
  people: readonly { id: string; name: string }[]
  fields: readonly CustomerField[]
  lists: readonly { id: string; name: string }[]
  campaigns: readonly { id: string; name: string }[]
  sequences: readonly { id: string; name: string }[]
}

export function sentenceOf(node: SegmentNode, names: Names): string {
  const { texts } = names
  if ('not' in node && 'by' in node.not)
    return `${subjectOf(node.not, names)}: ${fill(texts.not, { rule: valueOf(node.not, names) })}`
  if ('not' in node) return fill(texts.notAll, { rule: sentenceOf(node.not, names) })
  if ('by' in node) return `${subjectOf(node, names)}: ${valueOf(node, names)}`
  const [nodes, joint] = 'all' in node ? [node.all, texts.and] : [node.any, texts.or]
  if (nodes.length === 0) return texts.everybodyRule
  return nodes
    .map(one => ('all' in one || 'any' in one ? `(${sentenceOf(one, names)})` : sentenceOf(one, names)))
    .join(`, ${joint} `)
}

const subjects = {
  tag: 'byTag',
  channel: 'byChannel',
  source: 'bySource',
  route: 'byRoute',
  language: 'byLanguage',
  last_seen: 'byLastSeen',
  created: 'byCreated',
  last_reply: 'byLastReply',
  detail: 'byDetail',
  consent: 'byConsent',
  status: 'byStatus',
  assignee: 'byAssignee',
  sentiment: 'bySentiment',
  import: 'byImport',
  got: 'byGot',
  answered: 'byAnswered',
  sequence: 'bySequence',
} as const

export function subjectOf(condition: Pick<SegmentCondition, 'by'> & { id?: string }, { texts, fields }: Names): string {
  if (condition.by !== 'field') return texts[subjects[condition.by]]
  return fill(texts.byField, { name: fields.find(field => field.id === condition.id)?.name ?? texts.gone })
}

function valueOf(condition: SegmentCondition, names: Names): string {
  const { texts } = names
  const named = (list: readonly { id: string; name: string }[], id: string) =>
    list.find(one => one.id === id)?.name ?? texts.gone
  switch (condition.by) {
    case 'tag':
      return named(names.tags, condition.id)
    case 'channel':
      return named(names.channels, condition.id)
    case 'source':
      return texts[condition.kind]
    case 'route':
      return texts[condition.route]
    case 'language':
      return texts[condition.language]
    case 'detail':
      return texts[condition.kind]
    case 'consent':
      return texts[condition.state]
    case 'status':
      return texts[condition.status]
    case 'assignee':
      return condition.person === 'nobody' ? texts.nobody : named(names.people, condition.person)
    case 'sentiment':
      return texts[condition.sentiment]
    case 'import':
      return named(names.lists, condition.id)
    case 'got':
    case 'answered':
      return named(names.campaigns, condition.id)
    case 'sequence':
      return `${texts[condition.state]} “${named(names.sequences, condition.id)}”`
    case 'field':
      return fieldValueOf(condition, texts)
    default:
      return momentOf(condition, texts)
  }
}

function momentOf(
  {
    within_days: within,
    over_days: over,
    between,
  }: Extract<SegmentCondition, { by: 'last_seen' | 'created' | 'last_reply' }>,
  texts: CustomerSegmentsTexts,
): string {
  if (within !== undefined) return fill(texts.withinDays, { days: within })
  if (over !== undefined) return fill(texts.overDays, { days: over })
  return stretch(between, texts)
}

function fieldValueOf(condition: Extract<SegmentCondition, { by: 'field' }>, texts: CustomerSegmentsTexts): string {
  const { known, is, contains, between, dates, next_days: next, last_days: last } = condition
  if (known !== undefined) return known ? texts.filled : fill(texts.not, { rule: texts.filled })
  if (typeof is === 'boolean') return is ? texts.yes : texts.no
  if (is !== undefined) return `“${is}”`
  if (contains !== undefined) return `${texts.contains} “${contains}”`
  if (next !== undefined) return fill(texts.nextDaysRule, { days: next })
  if (last !== undefined) return fill(texts.lastDaysRule, { days: last })
  return stretch(between ?? dates, texts)
}

function stretch(
  ends: readonly [string | number | null, string | number | null] | undefined,
  texts: CustomerSegmentsTexts,
): string {
  const [from, until] = (ends ?? [null, null]).map(end => (end === null ? texts.anytime : String(end)))
  return fill(texts.between, { from: from ?? '', until: until ?? '' })
}
