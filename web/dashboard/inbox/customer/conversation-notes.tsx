import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { inboxToolsTexts } from '#shared/texts/inbox/inbox-tools-texts.ts'
import { inboxWorkTexts } from '#shared/texts/inbox/inbox-work-texts.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { type LiveList, useLiveRows } from '#web/data/live/live-rows.tsx'
import { readRows } from '#web/data/read.ts'
import type { Member, Row } from '#web/data/wire-rows.ts'
import { IconButton } from '#web/kit/button.tsx'
import { returnFocus } from '#web/kit/return-focus.ts'
import { showError, showErrorToast, showToast } from '#web/kit/feedback/toast.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { LoadError } from '#web/kit/feedback/load-error.tsx'
import { type Conflict, ConflictNotice, conflictOf } from '#web/parts/forms/conflict-notice.tsx'
import { givenName } from '#shared/rules/contacts/given-name.ts'
import { useMoment, useTimes } from '#web/parts/time/shop-times.ts'
import { fill } from '#web/parts/language/texts.ts'
import { splitByNames } from './mentions.ts'

const NoteForm = lazy(async () => ({ default: (await import('./note-form.tsx')).NoteForm }))

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

export function ConversationNotes({ conversationId }: { conversationId: string }) {
  const texts = useTexts(inboxWorkTexts)
  const { me } = useCurrentWorkspace()
  const notes = useNotes(conversationId)
  return (
    <section aria-label={texts.notes} data-notes>
      <h3>{texts.notes}</h3>
      {notes.status === 'failed' && (
        <LoadError brief failed={texts.notesFailed} query={notes} className="customer-failed" />
      )}
      <Suspense fallback={<NoteFormPlace />}>
        <NoteForm
          key={conversationId}
          draftName={`sen-note:${me?.person_id ?? ''}:${conversationId}`}
          onWrite={(text, mentions) => writeNote(conversationId, text, mentions)}
        />
      </Suspense>
      <ul className="customer-notes">
        {notes.rows.map(note => (
          <OneNote key={note.id} note={note} />
        ))}
      </ul>
    </section>
  )
}

/** As large as the form that is coming. */
function NoteFormPlace() {
  return (
    <div className="customer-note-form" aria-hidden="true">
      <div className="input note-place" />
    </div>
  )
}

async function writeNote(conversationId: string, text: string, mentions: string[]): Promise<boolean> {
  try {
    await call('POST /api/v1/conversations/:id/notes', { params: { id: conversationId }, body: { text, mentions } })
    return true
  } catch (error) {
    showError(error)
    return false
  }
}

function OneNote({ note }: { note: Note }) {
  const texts = useTexts(inboxWorkTexts)
  const tools = useTexts(inboxToolsTexts)
  const times = useTimes()
  const now = useMoment()
  const { members, me, role } = useCurrentWorkspace()
  const [editing, setEditing] = useState(false)
  const row = useRef<HTMLLIElement>(null)
  const author = givenName(members.find(member => member.person_id === note.author_id)?.name ?? texts.formerMember)
  const isAuthor = note.author_id === me?.person_id
  const mine = isAuthor || role === 'admin'
  const { busy, perform } = useAction({ once: true, onProblem: showErrorToast })
  const remove = () =>
    perform(async () => {
      await call('DELETE /api/v1/notes/:id', { params: { id: note.id } })
      const again = () => void writeNote(note.conversation_id, note.text, note.mentions)
      showToast(texts.noteGone, isAuthor ? { text: texts.undo, run: again } : undefined)
    })

  function stop() {
    setEditing(false)
    returnFocus(() => row.current?.querySelector('button'))
  }

  return (
    <li ref={row} className="customer-note">
      {editing ? (
        <NoteEditor note={note} onDone={stop} />
      ) : (
        <>
          <p>
            <NoteText text={note.text} names={namesIn(note, members)} />
          </p>
          <div className="row">
            <span className="drop-meta num fill">
              {author} ·{' '}
              {times.daysAgo(note.created_at, now) === 0
                ? times.clock(note.created_at)
                : times.dateAndClock(note.created_at)}
              {note.edited_at && ` · ${tools.noteEdited}`}
            </span>
            {mine && (
              <>
                <IconButton
                  icon="pencil"
                  label={fill(tools.editNote, { name: author })}
                  onClick={() => setEditing(true)}
                />
                <IconButton
                  icon="trash"
                  label={fill(texts.removeNote, { name: author })}
                  aria-busy={busy || undefined}
                  onClick={() => void remove()}
                />
              </>
            )}
          </div>
        </>
      )}
    </li>
  )
}

/** On a conflict with a colleague, the member chooses whose text stays. */
function NoteEditor({ note, onDone }: { note: Note; onDone: () => void }) {
  const [start, setStart] = useState(note)
  const [version, setVersion] = useState(note.version)
  const [wanted, setWanted] = useState<{ text: string; mentions: string[] }>()
  const [conflict, setConflict] = useState<Conflict>()

  async function save(text: string, mentions: string[], version: number): Promise<boolean> {
    try {
      const saved = await call('PATCH /api/v1/notes/:id', {
        params: { id: note.id },
        body: { text, mentions, version },
      })
      setConflict(undefined)
      setVersion(saved.version)
      return true
    } catch (error) {
      const found = conflictOf(error)
      setWanted({ text, mentions })
      setConflict(found)
      if (!found) showError(error)
      return false
    }
  }

  return (
    <>
      {conflict && (
        <ConflictNotice
          conflict={conflict}
          onTheirs={() => {
            setConflict(undefined)
            setStart(note)
            setVersion(note.version)
          }}
          onMine={() => wanted && void save(wanted.text, wanted.mentions, note.version).then(done => done && onDone())}
        />
      )}
      <Suspense fallback={<NoteFormPlace />}>
        <NoteForm
          key={start.version}
          text={start.text}
          onWrite={(text, mentions) => save(text, mentions, version)}
          onDone={onDone}
        />
      </Suspense>
    </>
  )
}

function namesIn(note: Note, members: readonly Member[]): string[] {
  return members.flatMap(({ person_id: id, name }) => (id !== null && note.mentions.includes(id) ? [name] : []))
}

function NoteText({ text, names }: { text: string; names: readonly string[] }) {
  return splitByNames(text, names).map((part, index) =>
    part.named ? (
      <b key={index} className="note-name">
        {part.text}
      </b>
    ) : (
      part.text
    ),
  )
}
