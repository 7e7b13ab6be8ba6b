import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { customerScreensTexts } from '#shared/texts/customers/customer-screens-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { readRows } from '#web/data/read.ts'
import { ConsentChip, type ConsentState } from '#web/parts/customers/consent-chip.tsx'

const order = ['given', 'withdrawn', 'refused', 'asked'] as const

export function CustomerLine({ customerId }: { customerId: string }) {
  const texts = useTexts(customerScreensTexts)
  const { data: states } = useQuery({
    queryKey: ['consent states', customerId],
    queryFn: () => readRows('consent_states', query => query.eq('customer_id', customerId).eq('purpose', 'promotion')),
  })
  const consent: ConsentState = order.find(state => states?.some(one => one.state === state)) ?? null
  return (
    <p className="customer-promotions">
      <span className="soft">{texts.consent}</span>
      {states && <ConsentChip consent={consent} />}
      <Link to={addresses.customer.replace(':customerId', customerId)}>{texts.openCard}</Link>
    </p>
  )
}
