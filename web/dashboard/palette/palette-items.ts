import type { InboxTexts } from '#shared/texts/inbox/inbox-texts.ts'
import type { PaletteTexts } from '#shared/texts/dashboard/palette-texts.ts'
import type { Command } from '#web/parts/commands/commands.ts'
import { fill } from '#web/parts/language/texts.ts'
import type { FoundConversation, FoundSource } from './found-items.ts'

export type Item = { key: string; text: string; more?: string; quoted?: boolean; when?: string } & (
  | { kind: 'conversation'; conversation: FoundConversation; seq?: number }
  | { kind: 'source'; source: FoundSource }
  | { kind: 'command'; command: Command }
)

export type Group = { title: string; items: Item[] }

type Found = {
  words: readonly string[]
  conversations: readonly FoundConversation[]
  sources: readonly FoundSource[]
  commands: readonly Command[]
  texts: PaletteTexts
  inbox: InboxTexts
  when(at: string): string
}

export function groupsOf({ words, conversations, sources, commands, texts, inbox, when }: Found): Group[] {
  const nameOf = (one: FoundConversation) =>
    one.contact_name.trim() || fill(inbox.nameless, { code: one.contact_id.slice(-4).toUpperCase() })
  const people = conversations
    .filter(one => one.hit?.kind !== 'message')
    .map<Item>(one => ({
      key: `c ${one.id}`,
      kind: 'conversation',
      conversation: one,
      text: nameOf(one),
      more: one.hit?.kind === 'detail' ? one.hit.text : stateOf(one, texts),
      when: when(one.last_message_at),
    }))
  const messageHits = conversations.flatMap<Item>(one =>
    one.hit?.kind === 'message'
      ? [
          {
            key: `m ${one.id}`,
            kind: 'conversation',
            conversation: one,
            seq: one.hit.seq,
            text: one.hit.text,
            quoted: true,
            more: nameOf(one),
            when: when(one.last_message_at),
          },
        ]
      : [],
  )
  const documents = sources.map<Item>(source => ({ key: `s ${source.id}`, kind: 'source', source, text: source.title }))
  const done = commands.map<Item>(command => ({ key: command.id, kind: 'command', command, text: command.text }))
  const here = done.filter(item => item.kind === 'command' && item.command.group === 'here')
  const elsewhere = done.filter(item => item.kind === 'command' && item.command.group !== 'here')
  const searching = words.length > 0
  const found: Group[] = [
    { title: searching ? texts.groupCustomers : texts.groupRecent, items: people },
    { title: texts.groupMessages, items: messageHits },
    { title: texts.groupDocuments, items: documents },
  ]
  const ours: Group[] = [
    { title: texts.groupHere, items: here },
    { title: texts.groupDo, items: elsewhere },
  ]
  return (searching ? [...found, ...ours] : [...ours.slice(0, 1), ...found, ...ours.slice(1)]).filter(
    group => group.items.length > 0,
  )
}

function stateOf(one: FoundConversation, texts: PaletteTexts): string {
  if (one.status === 'closed') return texts.stateClosed
  if (one.status === 'snoozed') return texts.stateSnoozed
  return one.waiting_since === null ? texts.stateOpen : texts.stateWaiting
}
