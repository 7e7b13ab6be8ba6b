import { customerCardTexts } from '#shared/texts/customers/customer-card-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { givenName } from '#shared/rules/contacts/given-name.ts'
import { useTimes } from '#web/parts/time/shop-times.ts'
import type { Card } from './read-card.ts'

export function NotesPanel({ notes }: { notes: Card['notes'] }) {
  const texts = useTexts(customerCardTexts)
  const times = useTimes()
  const { members } = useCurrentWorkspace()
  if (notes.length === 0) return null
  const nameOf = (id: string) => members.find(member => member.person_id === id)?.name ?? ''
  return (
    <section className="panel" aria-label={texts.notes}>
      <header className="panel-head">
        <h2>{texts.notes}</h2>
      </header>
      <ul className="panel-body card-notes">
        {notes.map(note => (
          <li key={note.id}>
            <p>{note.text}</p>
            <small className="soft num">
              {[givenName(nameOf(note.author_id)), times.date(note.created_at)].filter(Boolean).join(' · ')}
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}
