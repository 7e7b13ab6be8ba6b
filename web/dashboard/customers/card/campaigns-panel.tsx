import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import type { RecipientState } from '#shared/contracts/campaigns/broadcasts.contract.ts'
import { type CustomerCardTexts, customerCardTexts } from '#shared/texts/customers/customer-card-texts.ts'
import { maySendTexts } from '#shared/texts/campaigns/may-send-texts.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { useTimes } from '#web/parts/time/shop-times.ts'

export function CampaignsPanel({ customerId }: { customerId: string }) {
  const texts = useTexts(customerCardTexts)
  const { language } = useLanguage()
  const times = useTimes()
  const { workspace } = useCurrentWorkspace()
  const { data } = useQuery({
    queryKey: ['customer', workspace.id, customerId, 'campaigns'],
    queryFn: async () =>
      (await call('GET /api/v1/customers/:id/broadcasts', { params: { id: customerId } })).broadcasts,
  })
  if (!data || data.length === 0) return null
  const reasons: Record<string, string> = maySendTexts(language)
  return (
    <section className="panel" aria-label={texts.campaigns}>
      <header className="panel-head">
        <h2>{texts.campaigns}</h2>
      </header>
      <ul className="panel-body card-same card-campaigns">
        {data.map(({ id, name, state, reason, at, answered_at: answered }) => (
          <li key={id}>
            <span className="fill">
              <Link to={addresses.campaign.replace(':broadcastId', id)}>{name || texts.campaign}</Link>
              <small className="soft num">
                {times.date(at)}, {answered ? texts.stateAnswered : texts[stateTexts[state]]}
              </small>
              {reason && reasons[reason] && <small className="soft">{reasons[reason]}</small>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const stateTexts: Record<RecipientState, keyof CustomerCardTexts> = {
  planned: 'stateWaiting',
  waiting: 'stateWaiting',
  queued: 'stateWaiting',
  sent: 'stateSent',
  delivered: 'stateSent',
  read: 'stateRead',
  failed: 'stateFailed',
  unsure: 'stateUnsure',
  skipped: 'stateSkipped',
}
