import { Link, useSearchParams } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { customerScreensTexts } from '#shared/texts/customer-screens-texts.ts'
import { channelKinds, consentFilters } from '#shared/words.ts'
import { useTexts } from '#web/data/language.tsx'
import { Avatar } from '#web/kit/avatar.tsx'
import { Button } from '#web/kit/button.tsx'
import { ChannelGlyph } from '#web/kit/channel-glyph.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { SkeletonRows } from '#web/kit/skeleton.tsx'
import { TableHead } from '#web/kit/table-head.tsx'
import { LoadFailed } from '#web/parts/load-failed.tsx'
import { SectionPage } from '#web/parts/section-page.tsx'
import { useMoment, useTimes } from '#web/parts/shop-times.ts'
import { ConsentChip } from './consent-chip.tsx'
import { CustomerFilterBar } from './customer-filter-bar.tsx'
import { type CustomerFilters, customerName, type ListedCustomer, useCustomers } from './read-customers.ts'
import './customers.css'

/** Everybody who ever wrote to the shop, whoever was there last first. What is looked for stands in the address. */
export function CustomersSection() {
  const texts = useTexts(customerScreensTexts)
  const [address, setAddress] = useSearchParams()
  const filters: CustomerFilters = {
    q: address.get('q') ?? '',
    source: channelKinds.find(kind => kind === address.get('source')) ?? '',
    consent: consentFilters.find(state => state === address.get('consent')) ?? '',
  }
  const change = (next: Partial<CustomerFilters>) =>
    setAddress(
      Object.entries({ ...filters, ...next }).filter(([, value]) => value !== ''),
      { replace: true },
    )
  const clear = () => change({ q: '', source: '', consent: '' })
  return (
    <SectionPage title={texts.title}>
      <section className="panel customers" aria-label={texts.title}>
        <CustomerFilterBar filters={filters} onChange={change} />
        <CustomerList filters={filters} onClear={clear} />
      </section>
    </SectionPage>
  )
}

function CustomerList({ filters, onClear }: { filters: CustomerFilters; onClear: () => void }) {
  const texts = useTexts(customerScreensTexts)
  const { data, status, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useCustomers(filters)
  if (status === 'error') return <LoadFailed title={texts.failed} error={error} retry={() => void refetch()} />
  if (status === 'pending') return <SkeletonRows rows={6} label={texts.loading} />
  const customers = data.pages.flatMap(page => page.customers)
  if (customers.length === 0)
    return filters.q || filters.source || filters.consent ? (
      <EmptyState
        title={texts.notFound}
        text={texts.notFoundText}
        action={<Button onClick={onClear}>{texts.clear}</Button>}
      />
    ) : (
      <EmptyState title={texts.empty} text={texts.emptyText} />
    )
  return (
    <>
      <table className="rows customer-table" role="table">
        <TableHead columns={[texts.customer, texts.channel, texts.consent, texts.last]} />
        <tbody role="rowgroup">
          {customers.map(customer => (
            <CustomerRow key={customer.id} customer={customer} />
          ))}
        </tbody>
      </table>
      {hasNextPage && (
        <p className="customers-more">
          <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {texts.more}
          </Button>
        </p>
      )}
    </>
  )
}

function CustomerRow({ customer }: { customer: ListedCustomer }) {
  const texts = useTexts(customerScreensTexts)
  const times = useTimes()
  const now = useMoment()
  const name = customerName(customer.name, customer.contact_id, texts)
  const isToday = times.daysAgo(customer.last_seen_at, now) === 0
  return (
    <tr role="row">
      <td role="cell" className="customer-who">
        <span className="row gap-3">
          <Avatar name={customer.name || customer.contact_id.slice(-4, -2).split('').join(' ')} />
          <Link className="fill" to={addresses.customer.replace(':customerId', customer.id)}>
            {name}
          </Link>
        </span>
      </td>
      <td role="cell" className="customer-channel">
        <ChannelGlyph kind={customer.source} />
      </td>
      <td role="cell" className="customer-consent">
        <ConsentChip consent={customer.consent} />
      </td>
      <td role="cell" className="customer-last soft">
        {isToday ? times.clock(customer.last_seen_at) : times.date(customer.last_seen_at)}
      </td>
    </tr>
  )
}
