import { Link, useParams } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { type CustomerScreensTexts, customerScreensTexts } from '#shared/texts/customer-screens-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import type { Conversation } from '#web/data/wire-rows.ts'
import { buttonClass } from '#web/kit/button.tsx'
import { ChannelGlyph } from '#web/kit/channel-glyph.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { Icon } from '#web/kit/icon.tsx'
import { SkeletonRows } from '#web/kit/skeleton.tsx'
import { LoadFailed } from '#web/parts/load-failed.tsx'
import { usePageTitle } from '#web/parts/page-title.ts'
import { useTimes } from '#web/parts/shop-times.ts'
import { ConsentPanel } from './consent-panel.tsx'
import { type CustomerCard, customerName, useCustomerCard } from './read-customers.ts'
import { RightsPanel } from './rights/rights-panel.tsx'
import './customers.css'

/** One customer: how to reach them, what they agreed to and when, and what was talked about. */
export function CustomerSection() {
  const texts = useTexts(customerScreensTexts)
  const { customerId = '' } = useParams()
  const { data, status, error, refetch } = useCustomerCard(customerId)
  const [contact] = data?.contacts ?? []
  const title = contact ? customerName(contact.name, contact.id, texts) : texts.title
  usePageTitle(title)
  return (
    <>
      <header className="section-head">
        <Link className="icon-btn" to={addresses.customers} aria-label={texts.back} title={texts.back}>
          <Icon name="arrow-left" size="lg" />
        </Link>
        <h1 className="ell">{title}</h1>
      </header>
      <div className="section-body">
        {status === 'error' ? (
          <LoadFailed title={texts.failed} error={error} retry={() => void refetch()} />
        ) : status === 'pending' ? (
          <SkeletonRows rows={4} label={texts.loading} />
        ) : contact ? (
          <div className="customer-card">
            <div className="customer-side">
              <ContactPanel card={data} texts={texts} />
              <ConsentPanel consents={data.consents} />
              <RightsPanel customerId={customerId} name={title} />
            </div>
            <ConversationsPanel conversations={data.conversations} texts={texts} />
          </div>
        ) : (
          <EmptyState
            title={texts.gone}
            text={texts.goneText}
            action={
              <Link className={buttonClass()} to={addresses.customers}>
                {texts.back}
              </Link>
            }
          />
        )}
      </div>
    </>
  )
}

function ContactPanel({ card, texts }: { card: CustomerCard; texts: CustomerScreensTexts }) {
  const times = useTimes()
  const first = card.contacts.map(contact => contact.created_at).sort()[0]
  const last = card.contacts[0]?.last_seen_at
  return (
    <section className="panel" aria-label={texts.contact}>
      <header className="panel-head">
        <h2>{texts.contact}</h2>
      </header>
      <div className="panel-body">
        {card.details.length === 0 && <p className="soft">{texts.noContact}</p>}
        <dl className="customer-facts">
          {card.details.map(detail => (
            <div key={detail.id}>
              <dt>{texts[detail.kind as 'phone' | 'landline' | 'email' | 'address']}</dt>
              <dd>{detail.value}</dd>
            </div>
          ))}
          {first && (
            <div>
              <dt>{texts.first}</dt>
              <dd>{times.dateAndClock(first)}</dd>
            </div>
          )}
          {last && (
            <div>
              <dt>{texts.last}</dt>
              <dd>{times.dateAndClock(last)}</dd>
            </div>
          )}
        </dl>
      </div>
    </section>
  )
}

function ConversationsPanel({ conversations, texts }: { conversations: Conversation[]; texts: CustomerScreensTexts }) {
  const times = useTimes()
  return (
    <section className="panel" aria-label={texts.conversations}>
      <header className="panel-head">
        <h2>{texts.conversations}</h2>
      </header>
      {conversations.length === 0 ? (
        <p className="panel-body soft">{texts.noConversations}</p>
      ) : (
        <ul className="customer-talks">
          {conversations.map(talk => (
            <li key={talk.id}>
              <Link to={addresses.conversation.replace(':conversationId', talk.id)}>
                <ChannelGlyph kind={talk.source as 'facebook' | 'zalo' | 'website'} />
                <span className="fill ell">{talk.preview || texts.noWords}</span>
                <span className="soft">{times.date(talk.last_message_at)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
