import { useState } from 'react'
import { customerCardTexts } from '#shared/texts/customers/customer-card-texts.ts'
import { customerScreensTexts } from '#shared/texts/customers/customer-screens-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { formatPhone } from '#web/parts/customers/format-phone.ts'
import { useTimes } from '#web/parts/time/shop-times.ts'
import { EditDialog } from './edit-dialog.tsx'
import type { Card } from './read-card.ts'

export function ContactDetailsPanel({ card, name }: { card: Card; name: string }) {
  const texts = useTexts(customerScreensTexts)
  const cardTexts = useTexts(customerCardTexts)
  const times = useTimes()
  const [editing, setEditing] = useState(false)
  const { customer, details } = card
  const shown = details.filter(
    (one, index) => details.findIndex(other => other.kind === one.kind && other.value === one.value) === index,
  )
  return (
    <section className="panel" aria-label={texts.contact}>
      <header className="panel-head">
        <h2>{texts.contact}</h2>
        <Button size="sm" look="quiet" onClick={() => setEditing(true)}>
          {cardTexts.edit}
        </Button>
      </header>
      <div className="panel-body">
        {shown.length === 0 && <p className="soft">{texts.noContact}</p>}
        <dl className="card-facts">
          {shown.map(detail => (
            <div key={detail.id}>
              <dt>{texts[detail.kind]}</dt>
              <dd>{detail.kind === 'phone' ? formatPhone(detail.value) : detail.value}</dd>
            </div>
          ))}
          {customer.language && (
            <div>
              <dt>{cardTexts.language}</dt>
              <dd>{cardTexts[customer.language]}</dd>
            </div>
          )}
          <div>
            <dt>{texts.first}</dt>
            <dd>{times.dateAndClock(customer.created_at)}</dd>
          </div>
          {customer.last_seen_at && (
            <div>
              <dt>{texts.last}</dt>
              <dd>{times.dateAndClock(customer.last_seen_at)}</dd>
            </div>
          )}
        </dl>
      </div>
      {editing && <EditDialog card={card} name={name} onClose={() => setEditing(false)} />}
    </section>
  )
}
