import { useMemo, useRef, useState } from 'react'
import { inboxWorkTexts } from '#shared/texts/inbox-work-texts.ts'
import { call, messageOf } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { type LiveList, useLiveRows } from '#web/data/live-rows.tsx'
import { readRows } from '#web/data/read.ts'
import type { Row } from '#web/data/wire-rows.ts'
import { Button, IconButton } from '#web/kit/button.tsx'
import { showErrorToast, showToast } from '#web/kit/toast.tsx'
import { givenName } from '#web/parts/names.ts'
import { useMoment, useTimes } from '#web/parts/shop-times.ts'
import { fill } from '#web/parts/texts.ts'
import { mentionBefore, mentionChoices, mentionedIn } from './mentions.ts'

type Note = Row<'notes'>

function useNotes(conversationId: string) {
  const list = useMemo<LiveList<Note>>(
    () => ({
      topic: `conversation:${conversationId}`,
      table: 'notes',
      key: [],
      keyOf: row => row.id,
      accepts: row => row.conversation_id === conversationId,
      compare: (a, b) => Date.parse(b.created_at) - Date.parse(a.created_at) || (a.id < b.id ? 1 : -1),
      load: () =>
        readRows('notes', query =>
          query.eq('conversation_id', conversationId).order('created_at', { ascending: false }),
        ),
    }),
    [conversationId],
  )
  return useLiveRows(list)
}

/** What the team wrote to each other about a conversation, newest first. The customer never sees it. */
export function ConversationNotes({ conversationId }: { conversationId: string }) {
  const texts = useTexts(inboxWorkTexts)
  const times = useTimes()
  const now = useMoment()
  const { members, me, role } = useCurrentWorkspace()
  const notes = useNotes(conversationId)
  const nameOf = (id: string) => members.find(member => member.person_id === id)?.name ?? texts.formerMember

  async function write(text: string, mentions: string[]): Promise<boolean> {
    try {
      await call('POST', `/conversations/${conversationId}/notes`, { text, mentions })
      return true
    } catch (error) {
      showErrorToast(messageOf(error))
      return false
    }
  }

  async function remove(note: Note) {
    try {
      await call('DELETE', `/notes/${note.id}`)
      showToast(
        texts.noteGone,
        note.author_id === me?.person_id
          ? { text: texts.undo, run: () => void write(note.text, note.mentions) }
          : undefined,
      )
    } catch (error) {
      showErrorToast(messageOf(error))
    }
  }

  return (
    <section aria-label={texts.notes}>
      <h3>{texts.notes}</h3>
      {notes.status === 'failed' && (
        <p className="row customer-failed" role="alert">
          {texts.notesFailed}
          <Button size="sm" onClick={notes.retry}>
            {texts.retry}
          </Button>
        </p>
      )}
      <NoteForm onWrite={write} />
      <ul className="customer-notes">
        {notes.rows.map(note => (
          <li key={note.id} className="customer-note">
            <p>{note.text}</p>
            <div className="row">
              <span className="drop-meta num fill">
                {givenName(nameOf(note.author_id))} ·{' '}
                {times.daysAgo(note.created_at, now) === 0
                  ? times.clock(note.created_at)
                  : times.dateAndClock(note.created_at)}
              </span>
              {(note.author_id === me?.person_id || role === 'admin') && (
                <IconButton
                  icon="trash"
                  label={fill(texts.removeNote, { name: givenName(nameOf(note.author_id)) })}
                  onClick={() => void remove(note)}
                />
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function NoteForm({ onWrite }: { onWrite(text: string, mentions: string[]): Promise<boolean> }) {
  const texts = useTexts(inboxWorkTexts)
  const { members } = useCurrentWorkspace()
  const [text, setText] = useState('')
  const [caret, setCaret] = useState(0)
  const [busy, setBusy] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const naming = mentionBefore(text, caret)
  const choices = naming ? mentionChoices(members, naming.typed).slice(0, 5) : []

  function name(member: (typeof members)[number]) {
    if (!naming) return
    const before = `${text.slice(0, naming.start)}@${member.name} `
    setText(before + text.slice(caret))
    setCaret(before.length)
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(before.length, before.length)
    })
  }

  async function save() {
    setBusy(true)
    if (await onWrite(text.trim(), mentionedIn(text, members))) setText('')
    setBusy(false)
    field.current?.focus()
  }

  return (
    <form
      className="customer-note-form"
      onSubmit={event => {
        event.preventDefault()
        if (text.trim() && !busy) void save()
      }}
    >
      <textarea
        ref={field}
        className="input"
        rows={2}
        maxLength={4000}
        aria-label={texts.noteText}
        placeholder={texts.noteHint}
        value={text}
        onChange={event => {
          setText(event.target.value)
          setCaret(event.target.selectionStart)
        }}
        onSelect={event => setCaret(event.currentTarget.selectionStart)}
      />
      {choices.length > 0 && (
        <div className="customer-mentions">
          {choices.map(member => (
            <Button key={member.id} size="sm" onClick={() => name(member)}>
              {fill(texts.mention, { name: member.name })}
            </Button>
          ))}
        </div>
      )}
      {text.trim() && (
        <Button size="sm" type="submit" busy={busy}>
          {texts.saveNote}
        </Button>
      )}
    </form>
  )
}
