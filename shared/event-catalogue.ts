/** Every event of the house with its payload. Past tense; written in the transaction of the fact it tells. */
type Language = 'vi' | 'en'
type InWorkspace = { workspace_id: string }
type InConversation = InWorkspace & { conversation_id: string }

export type EventCatalogue = {
  'person.signed-up': { person_id: string; email: string; full_name: string; language: Language }
  'person.confirmed': { person_id: string; email: string; full_name: string; language: Language; invitation: boolean }
  'person.changed': { person_id: string; email: string; full_name: string }
  'person.signed-in': { person_id: string; at: string }
  'workspace.opened': InWorkspace & { person_id: string; language: Language }
  'bot.all-paused': InWorkspace & { person_id: string }
  'bot.all-resumed': InWorkspace & { person_id: string }
  'usage.almost-reached': InWorkspace & { metric: string }
  'usage.reached': InWorkspace & { metric: string }
  'trial.started': InWorkspace & { ends_at: string }
  'trial.ended': InWorkspace
  'channel.connected': InWorkspace & { channel_id: string; kind: string }
  'channel.disconnected': InWorkspace & { channel_id: string; kind: string }
  'contact.made': InWorkspace & { contact_id: string; channel_id: string }
  'contact.detail-found': InConversation & { contact_id: string; message_id: string; kind: string }
  'conversation.opened': InConversation & { contact_id: string; channel_id: string }
  'message.received': InConversation & { message_id: string; seq: number; channel_id: string }
  'message.queued': InConversation & { message_id: string; channel_id: string }
  'message.sent': InConversation & { message_id: string; channel_id: string }
  'bot.paused': InConversation & { by: string }
  'bot.resumed': InConversation & { by: string }
  'person.wanted': InConversation & { reason: string }
  'source.added': InWorkspace & { source_id: string }
  'source.processed': InWorkspace & { source_id: string }
  'source.failed': InWorkspace & { source_id: string; reason: string }
  'source.removed': InWorkspace & { source_id: string }
  'knowledge.changed': InWorkspace
  'answer.made': InConversation & { answer_id: string; act: string }
  'question.unanswered': InConversation & { answer_id: string }
  'dead-letter.made': { workspace_id: string | null; dead_letter_id: string; kind: string }
}

export type EventName = keyof EventCatalogue
