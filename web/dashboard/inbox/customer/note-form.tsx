import { type KeyboardEvent, useRef, useState } from 'react'
import { inboxToolsTexts } from '#shared/texts/inbox/inbox-tools-texts.ts'
import { inboxWorkTexts } from '#shared/texts/inbox/inbox-work-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import type { Member } from '#web/data/wire-rows.ts'
import { Avatar } from '#web/kit/avatar.tsx'
import { Button } from '#web/kit/button.tsx'
import { useTypedText } from '#web/kit/forms/typed-text.ts'
import { useForm } from '#web/kit/forms/use-form.ts'
import { fill } from '#web/parts/language/texts.ts'
import { mentionBefore, mentionChoices, mentionedIn } from './mentions.ts'
import { readStored, writeStored } from '#web/dashboard/inbox/composer/outboxes.ts'
import { SuggestionList, useSuggestions } from '#web/dashboard/inbox/composer/suggestions.tsx'

type Props = {
  text?: string
  draftName?: string
  /** @returns whether it was stored, so that the field may be cleared */
  onWrite(text: string, mentions: string[]): Promise<boolean>
  onCancel?: () => void
}

/** An @ suggests colleagues; Ctrl/Cmd+Enter saves. */
export function NoteForm({ text: first = '', draftName, onWrite, onCancel }: Props) {
  const texts = useTexts(inboxWorkTexts)
  const tools = useTexts(inboxToolsTexts)
  const { members } = useCurrentWorkspace()
  const form = useForm({
    start: () => ({ text: (draftName && readStored(draftName)) || first }),
    onChange({ text: next }) {
      if (draftName && next !== undefined) writeStored(draftName, next || undefined)
    },
    async save({ text: typed }) {
      if (!typed.trim()) return false
      try {
        if (await onWrite(typed.trim(), mentionedIn(typed, active))) form.set({ text: '' })
      } finally {
        field.current?.focus()
      }
    },
  })
  const { text } = form.values
  const [caret, setCaret] = useState(text.length)
  const [closedAt, setClosedAt] = useState<number>()
  const field = useRef<HTMLTextAreaElement>(null)
  const active = members.filter(member => member.status === 'active')
  const naming = mentionBefore(text, caret)
  const looking = naming !== undefined && naming.start !== closedAt
  const choices = looking ? mentionChoices(active, naming.typed).slice(0, 6) : []
  const suggestions = useSuggestions({ items: choices, onChoose: name, onClose: () => setClosedAt(naming?.start) })

  const typed = useTypedText(value => {
    form.set({ text: value })
    setCaret(field.current?.selectionStart ?? value.length)
    setClosedAt(undefined)
  })

  function name(member: Member) {
    if (!naming) return
    const before = `${text.slice(0, naming.start)}@${member.name} `
    form.set({ text: before + text.slice(caret) })
    setCaret(before.length)
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(before.length, before.length)
    })
  }

  function onKeyDown(event: KeyboardEvent) {
    if (suggestions.keys(event)) return
    if (event.key === 'Escape' && onCancel) {
      event.preventDefault()
      onCancel()
    }
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    form.send({})
  }

  return (
    <form className="customer-note-form" {...form.props}>
      <div className="note-field">
        {looking && choices.length > 0 && (
          <SuggestionList
            {...suggestions.list}
            label={texts.mentionWho}
            status={fill(tools.mentionFound, { count: choices.length })}
            keyOf={member => member.id}
          >
            {member => (
              <>
                <Avatar name={member.name} kind="person" size={24} />
                <span className="ell">{member.name}</span>
              </>
            )}
          </SuggestionList>
        )}
        <textarea
          ref={field}
          className="input"
          rows={2}
          maxLength={4000}
          aria-label={texts.noteText}
          placeholder={texts.noteHint}
          value={text}
          {...suggestions.field}
          onKeyDown={onKeyDown}
          {...typed}
          onSelect={event => setCaret(event.currentTarget.selectionStart)}
        />
      </div>
      {(text.trim() || onCancel) && (
        <div className="row gap-2">
          <Button size="sm" type="submit" busy={form.busy}>
            {texts.saveNote}
          </Button>
          {onCancel && (
            <Button size="sm" look="quiet" onClick={onCancel}>
              {texts.cancel}
            </Button>
          )}
        </div>
      )}
    </form>
  )
}
