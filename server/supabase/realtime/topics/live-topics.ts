import type { Change } from '#platform/events/changes.ts'

export type Shown = 'preview' | 'whole'

/** See docs/architecture/events.md, "Live rows". */
const workspaceTables: Record<string, Shown> = {
  conversations: 'whole',
  intents: 'whole',
  contacts: 'whole',
  tags: 'whole',
  canned_replies: 'whole',
  messages: 'preview',
  channels: 'whole',
  sources: 'whole',
  unanswered_questions: 'whole',
  bot_settings: 'whole',
  usage_counters: 'whole',
  workspaces: 'whole',
  members: 'whole',
}
const conversationTables = new Set(['messages', 'answers', 'intents', 'notes', 'conversation_tags', 'contact_details'])
const personTables = new Set(['notifications', 'notification_settings', 'members', 'conversation_reads'])

/** The paying page listens to its order; admins only. */
const orderTable = 'orders'

export const liveTables = [
  ...new Set([...Object.keys(workspaceTables), ...conversationTables, ...personTables, orderTable]),
]

const previewLength = 140

export function topicsOf(change: Change): { topic: string; shown: Shown }[] {
  const { table, workspace_id: workspaceId, conversation_id: conversationId, person_id: personId, key } = change
  const topics: { topic: string; shown: Shown }[] = []
  const inWorkspace = workspaceTables[table]
  if (inWorkspace && workspaceId) topics.push({ topic: `workspace:${workspaceId}`, shown: inWorkspace })
  if (conversationTables.has(table) && conversationId)
    topics.push({ topic: `conversation:${conversationId}`, shown: 'whole' })
  if (personTables.has(table) && personId) topics.push({ topic: `person:${personId}`, shown: 'whole' })
  if (table === orderTable) topics.push({ topic: `order:${String(key['id'])}`, shown: 'whole' })
  return topics
}

/** Personal rows are for that person alone, not even for admins. */
export function isFor(
  change: Change,
  { workspaceId, personId, role }: { workspaceId: string; personId: string; role: 'admin' | 'member' },
): boolean {
  const { table } = change
  if (table === orderTable) return role === 'admin' && change.workspace_id === workspaceId
  if (personTables.has(table) && change.person_id === personId) return true
  return (table in workspaceTables || conversationTables.has(table)) && change.workspace_id === workspaceId
}

/** The conversation list gets only the text it shows. */
export function asShown(record: Record<string, unknown>, shown: Shown): Record<string, unknown> {
  const { text } = record
  if (shown === 'whole' || typeof text !== 'string' || text.length <= previewLength) return record
  return { ...record, text: [...text].slice(0, previewLength).join('') }
}
