import type { SegmentCondition } from '#shared/contracts/customers/segments.contract.ts'
import { routeNames } from '#shared/rules/campaigns/send-question.ts'
import type { CustomerField } from './read-segments.ts'
import { type Names, subjectOf } from './segment-sentence.ts'

export type Choice = { value: string; text: string }
type Simple = Exclude<SegmentCondition, { by: 'field' | 'sequence' | 'last_seen' | 'created' | 'last_reply' }>

export function subjectsIn(names: Names): Choice[] {
  const kinds = ['tag', 'consent', 'last_seen', 'created', 'source', 'detail', 'status', 'assignee'] as const
  const more = [
    ...(names.sequences.length > 0 ? (['sequence'] as const) : []),
    ...(names.lists.length > 0 ? (['import'] as const) : []),
    'last_reply',
    'language',
    'sentiment',
    'route',
  ] as const
  return [
    ...kinds.map(by => ({ value: by, text: subjectOf({ by }, names) })),
    ...names.fields.map(({ id }) => ({ value: `field:${id}`, text: subjectOf({ by: 'field', id }, names) })),
    ...more.map(by => ({ value: by, text: subjectOf({ by }, names) })),
  ]
}

export function subjectKey(condition: SegmentCondition): string {
  return condition.by === 'field' ? `field:${condition.id}` : condition.by
}

export function firstOf(subject: string, names: Names): SegmentCondition {
  const fieldId = subject.startsWith('field:') ? subject.slice(6) : undefined
  if (fieldId) return firstOfField(names.fields.find(field => field.id === fieldId) ?? { id: fieldId, kind: 'text' })
  const by = subject as Exclude<SegmentCondition['by'], 'field'>
  if (by === 'last_seen' || by === 'created' || by === 'last_reply') return { by, within_days: 30 }
  if (by === 'sequence') return { by, id: names.sequences[0]?.id ?? '', state: 'inside' }
  return simpleOf(by, valuesOf(by, names)[0]?.value ?? '')
}

function firstOfField({ id, kind }: Pick<CustomerField, 'id' | 'kind'>): SegmentCondition {
  if (kind === 'yes_no') return { by: 'field', id, is: true }
  if (kind === 'date') return { by: 'field', id, next_days: 30 }
  return { by: 'field', id, known: true }
}

export function valuesOf(by: Simple['by'], names: Names): Choice[] {
  const { texts, tags, channels, people, lists, campaigns } = names
  const named = (list: readonly { id: string; name: string }[]) =>
    list.map(({ id, name }) => ({ value: id, text: name }))
  const words = (values: readonly (keyof Names['texts'])[]) => values.map(value => ({ value, text: texts[value] }))
  switch (by) {
    case 'tag':
      return named(tags)
    case 'channel':
      return named(channels)
    case 'import':
      return named(lists)
    case 'got':
    case 'answered':
      return named(campaigns)
    case 'source':
      return words(['facebook', 'zalo', 'website'])
    case 'route':
      return words(routeNames)
    case 'language':
      return words(['vi', 'en'])
    case 'detail':
      return words(['phone', 'email', 'address', 'landline'])
    case 'consent':
      return words(['given', 'none', 'refused'])
    case 'status':
      return words(['waiting', 'open', 'snoozed', 'closed'])
    case 'assignee':
      return [{ value: 'nobody', text: texts.nobody }, ...named(people)]
    case 'sentiment':
      return words(['positive', 'neutral', 'negative'])
  }
}

export function valueKey(condition: Simple): string {
  switch (condition.by) {
    case 'tag':
    case 'channel':
    case 'import':
    case 'got':
    case 'answered':
      return condition.id
    case 'source':
    case 'detail':
      return condition.kind
    case 'route':
      return condition.route
    case 'language':
      return condition.language
    case 'consent':
      return condition.state
    case 'status':
      return condition.status
    case 'assignee':
      return condition.person
    case 'sentiment':
      return condition.sentiment
  }
}

/** @param value one of `valuesOf`; the server refuses others */
export function simpleOf(by: Simple['by'], value: string): Simple {
  const keys = {
    tag: 'id',
    channel: 'id',
    source: 'kind',
    detail: 'kind',
    consent: 'state',
    assignee: 'person',
  } as const
  const key = by in keys ? keys[by as keyof typeof keys] : by
  return { by, [key]: value, ...(by === 'consent' && { purpose: 'promotion' }) } as unknown as Simple
}
