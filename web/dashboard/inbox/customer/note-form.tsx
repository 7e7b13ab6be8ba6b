import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
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
  /** Closes a form that changes a note; without it, a saved form is emptied for the next. */
  onDone?: () => void
}

/** An @ suggests colleagues; Ctrl/Cmd+Enter saves. */
export function NoteForm({ text: first = '', draftName, onWrite, onDone }: Props) {
  const texts = useTexts(inboxWorkTexts)
  const tools = useTexts(inboxToolsTexts)
  const { members } = useCurrentWorkspace()
  const form = useForm({
    start: () => ({ text: (draftName && readStored(draftName)) || first }),
    onChange: ({ text: typed }) => typed !== undefined && store(typed),
    save,
  })
  const { text } = form.values
  const latest = useRef(text)
  const [caret, setCaret] = useState(text.length)
  const [closedAt, setClosedAt] = useState<number>()
  const [named, setNamed] = useState<{ end: number }>()
  const field = useRef<HTMLTextAreaElement>(null)
  const active = members.filter(member => member.status === 'active')
  const naming = mentionBefore(text, caret)
  const looking = naming !== undefined && naming.start !== closedAt
  const choices = looking ? mentionChoices(active, naming.typed).slice(0, 6) : []
  const suggestions = useSuggestions({ items: choices, onChoose: name, onClose: () => setClosedAt(naming?.start) })

  function store(typed: string) {
    latest.current = typed
    if (draftName) writeStored(draftName, typed || undefined)
  }

  const typed = useTypedText(value => {
    form.set({ text: value })
    setCaret(field.current?.selectionStart ?? value.length)
    setClosedAt(undefined)
  })

  // Set the caret in the same frame: a fast typist would see it jump back.
  useLayoutEffect(() => {
    if (named) field.current?.setSelectionRange(named.end, named.end)
  }, [named])

  function name(member: Member) {
    if (!naming) return
    const before = `${text.slice(0, naming.start)}@${member.name} `
    form.set({ text: before + text.slice(caret) })
    setCaret(before.length)
    setNamed({ end: before.length })
    requestAnimationFrame(() => field.current?.focus())
  }

  async function save({ text: sent }: { text: string }, clear: (change: { text: string }) => void): Promise<boolean> {
    if (!sent.trim()) return false
    const isWritten = await onWrite(sent.trim(), mentionedIn(sent, active))
    // The next note may already have been started, here or in the form that replaced this one, or a reply elsewhere.
    if (isWritten && latest.current === sent) {
      if (onDone && field.current) onDone()
      else if (((draftName && readStored(draftName)) ?? sent) === sent) {
        clear({ text: '' })
        store('')
      }
    }
    const { activeElement: focused } = document
    if (focused === document.body || field.current?.form?.contains(focused)) field.current?.focus()
    return isWritten
  }

  function onKeyDown(event: KeyboardEvent) {
    if (suggestions.keys(event)) return
    if (event.key === 'Escape' && onDone) {
      event.preventDefault()
      onDone()
    }
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    form.send({})
  }

  return (
    <form {...form.props} className="customer-note-form">
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
      {(text.trim() || onDone) && (
        <div className="row gap-2">
          <Button size="sm" type="submit" busy={form.busy}>
            {texts.saveNote}
          </Button>
          {onDone && (
            <Button size="sm" look="quiet" onClick={onDone}>
              {texts.cancel}
            </Button>
          )}
        </div>
      )}
    </form>
  )
}
