import type { EventName } from '#shared/event-catalogue.ts'

export function eventKind(event: EventName, listener: string): string {
  return `${event} → ${listener}`
}

/** Each listener gets a conversation's events in order; a person's events are in order for all: a new name must not precede the person. */
export function laneOf(payload: object): string | null {
  const fields = payload as { conversation_id?: string; person_id?: string | null; workspace_id?: string | null }
  const { conversation_id: conversation, person_id: person, workspace_id: workspace } = fields
  if (conversation) return `${conversation} {kind}`
  return person && !workspace ? `person ${person}` : null
}
