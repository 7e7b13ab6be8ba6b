import { useState } from 'react'
import { Link, Navigate, useParams } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { customerCardTexts } from '#shared/texts/customers/customer-card-texts.ts'
import { customerScreensTexts } from '#shared/texts/customers/customer-screens-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Avatar } from '#web/kit/avatar.tsx'
import { buttonClass } from '#web/kit/button.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
import { GoneState } from '#web/parts/page/gone-state.tsx'
import { givenName } from '#shared/rules/contacts/given-name.ts'
import { useTimes } from '#web/parts/time/shop-times.ts'
import { fill } from '#web/parts/language/texts.ts'
import { AskConsentDialog } from './card/ask-consent-dialog.tsx'
import { ContactDetailsPanel } from './card/contact-details-panel.tsx'
import { CampaignsPanel } from './card/campaigns-panel.tsx'
import { SequencePanel } from './card/sequence-panel.tsx'
import { FieldsPanel } from './card/fields-panel.tsx'
import { MergePanel } from './card/merge-panel.tsx'
import { RecordConsentDialog } from './card/record-consent-dialog.tsx'
import { NotesPanel } from './card/notes-panel.tsx'
import { type Card, channelsOf, useCard } from './card/read-card.ts'
import { CustomerTags } from './card/customer-tags.tsx'
import { Timeline } from './card/timeline.tsx'
import { ConsentPanel } from './consent-panel.tsx'
import { customerName } from './read-customers.ts'
import { RightsPanel } from './rights/rights-panel.tsx'
import './customers.css'
import './card/card.css'
import { SubPage } from '#web/parts/page/sub-page.tsx'

export function CustomerSection() {
  const texts = useTexts(customerScreensTexts)
  const { customerId = '' } = useParams()
  const query = useCard(customerId)
  const { data } = query
  const name = data ? nameOf(data, texts) : texts.title
  const into = data?.customer.merged_into
  if (into && into !== customerId) return <Navigate to={addresses.customer.replace(':customerId', into)} replace />
  return (
    <SubPage title={texts.title} tabTitle={name} back={{ to: addresses.customers, text: texts.back }}>
      <QueryState
        query={into ? { ...query, data: null } : query}
        failed={texts.failed}
        loading={texts.loading}
        rows={4}
        empty={
          <GoneState title={texts.gone} text={texts.goneText} back={{ to: addresses.customers, text: texts.back }} />
        }
      >
        {card => <CustomerCard key={customerId} card={card} name={name} />}
      </QueryState>
    </SubPage>
  )
}

function nameOf({ customer, contacts }: Card, texts: Parameters<typeof customerName>[2]): string {
  const named = contacts.find(contact => contact.name.trim())
  return customerName(named?.name ?? customer.name, contacts[0]?.id ?? customer.id, texts)
}

function CustomerCard({ card, name }: { card: Card; name: string }) {
  const [noting, setNoting] = useState(false)
  const [asking, setAsking] = useState(false)
  const canNote = channelsOf(card).size > 0
  return (
    <>
      <CardHead card={card} name={name} />
      <div className="customer-card">
        <Timeline customerId={card.customer.id} />
        <div className="customer-side">
          <ContactDetailsPanel card={card} name={name} />
          <ConsentPanel
            consents={card.consents}
            consent={card.consent}
            {...(canNote && { onNote: () => setNoting(true) })}
            onAsk={card.consent === null ? () => setAsking(true) : undefined}
          />
          <CampaignsPanel customerId={card.customer.id} />
          <SequencePanel customerId={card.customer.id} name={name} />
          <FieldsPanel card={card} />
          <CustomerTags card={card} />
          <NotesPanel notes={card.notes} />
          <MergePanel card={card} name={name} />
          <RightsPanel customerId={card.customer.id} name={name} restrictedAt={card.customer.restricted_at} />
        </div>
      </div>
      {asking && <AskConsentDialog card={card} onClose={() => setAsking(false)} />}
      {noting && <RecordConsentDialog card={card} onClose={() => setNoting(false)} />}
    </>
  )
}

function CardHead({ card, name }: { card: Card; name: string }) {
  const texts = useTexts(customerCardTexts)
  const times = useTimes()
  const { customer, conversations, details } = card
  const [talk] = conversations
  const phone = details.find(detail => detail.kind === 'phone')?.value
  const when = customer.last_seen_at
    ? fill(texts.lastSeen, { when: times.dateAndClock(customer.last_seen_at) })
    : texts.neverWrote
  return (
    <div className="card-head">
      <Avatar name={name} size={56} />
      <div className="fill">
        <h2>{name}</h2>
        <p className="soft num">
          {fill(texts.since, { date: times.date(customer.created_at) })} · {when}
        </p>
      </div>
      <div className="card-acts">
        {talk && (
          <Link className={buttonClass('person')} to={addresses.conversation.replace(':conversationId', talk.id)}>
            <Icon name="message-circle" />
            {fill(texts.write, { name: givenName(name) })}
          </Link>
        )}
        {phone && (
          <a className={buttonClass()} href={`tel:${phone}`}>
            <Icon name="phone" />
            {texts.call}
          </a>
        )}
      </div>
    </div>
  )
}
