import type { Result } from '#shared/contracts/api.ts'
import type { ServerEvent } from './event-stream.ts'

type VisitorEvent = Result<'GET /widget/v1/events'>
type EventData<Name> = Extract<VisitorEvent, { event: Name }>['data']
type Fields = Partial<Record<string, unknown>>

const authors = ['member', 'contact', 'bot', 'system']

/** By hand: a schema library would double the widget. Optional fields of a message are not checked. */
const readers: { [Name in VisitorEvent['event']]: (data: Fields) => data is Fields & EventData<Name> } = {
  message: (data): data is Fields & EventData<'message'> =>
    ['id', 'cursor', 'text', 'created_at'].every(name => typeof data[name] === 'string') &&
    isOneOf(authors, data['author']),
  status: (data): data is Fields & EventData<'status'> => isOneOf(['on', 'off'], data['bot']),
  typing: (data): data is Fields & EventData<'typing'> => isOneOf(['bot', 'member'], data['author']),
  draft: (data): data is Fields & EventData<'draft'> => data['author'] === 'bot' && typeof data['text'] === 'string',
}

/** Undefined for events only a newer server knows. @throws SyntaxError if it was cut off */
export function readVisitorEvent({ event, data }: ServerEvent): VisitorEvent | undefined {
  const value: unknown = JSON.parse(data)
  const fields: Fields = typeof value === 'object' && value !== null ? { ...value } : {}
  if (event === 'message') return readers.message(fields) ? { event, data: fields } : undefined
  if (event === 'status') return readers.status(fields) ? { event, data: fields } : undefined
  if (event === 'typing') return readers.typing(fields) ? { event, data: fields } : undefined
  if (event === 'draft') return readers.draft(fields) ? { event, data: fields } : undefined
  return undefined
}

function isOneOf(words: readonly string[], value: unknown): boolean {
  return typeof value === 'string' && words.includes(value)
}
