import type { EventName } from '#shared/event-catalogue.ts'

/** The name of the job by which a listener hears. */
export function eventKind(event: EventName, listener: string): string {
  return `${event} → ${listener}`
}

/**
 * A listener hears of one conversation in order. All that is told of a person themselves is heard in order by everybody: a new name
 * must not come before the person.
 */
export function laneOf(payload: object): string | null {
  const fields = payload as { conversation_id?: string; person_id?: string | null; workspace_id?: string | null }
  const { conversation_id: conversation, person_id: person, workspace_id: workspace } = fields
  if (conversation) return `${conversation} {kind}`
  return person && !workspace ? `person ${person}` : null
}
