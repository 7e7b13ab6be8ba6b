import { Link } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { customerScreensTexts } from '#shared/texts/customers/customer-screens-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Avatar } from '#web/kit/avatar.tsx'
import { Button } from '#web/kit/button.tsx'
import { ChannelIcon } from '#web/kit/icons/channel-icon.tsx'
import { EmptyState } from '#web/kit/feedback/empty-state.tsx'
import { Tag } from '#web/kit/tag.tsx'
import { formatPhone } from '#web/parts/customers/format-phone.ts'
import { useMoment, useTimes } from '#web/parts/time/shop-times.ts'
import { tagColour, type TagRow } from '#web/parts/conversations/tag-rows.ts'
import { ConsentChip } from '#web/parts/customers/consent-chip.tsx'
import { type CustomerFilters, customerName, type Group, type ListedCustomer, useCustomers } from './read-customers.ts'
import { TableCell, DataTable, TableRow } from '#web/kit/data-table.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'

type Tags = readonly Pick<TagRow, 'id' | 'name' | 'colour'>[]

export function CustomerList({
  filters,
  group,
  isEverybody,
  tags,
  onClear,
}: {
  filters: CustomerFilters
  group: Group
  isEverybody: boolean
  tags: Tags
  onClear: () => void
}) {
  const texts = useTexts(customerScreensTexts)
  const query = useCustomers(filters, group)
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  if (!data) return <QueryState query={query} failed={texts.failed} loading={texts.loading} rows={6} />
  const customers = data.pages.flatMap(page => page.customers)
  if (customers.length === 0) {
    if (filters.q || filters.source || filters.consent)
      return (
        <EmptyState
          title={texts.notFound}
          text={texts.notFoundText}
          action={<Button onClick={onClear}>{texts.clear}</Button>}
        />
      )
    return isEverybody ? (
      <EmptyState title={texts.empty} text={texts.emptyText} />
    ) : (
      <EmptyState title={texts.groupEmpty} text={texts.groupEmptyText} />
    )
  }
  return (
    <>
      <DataTable
        className="customer-table"
        columns={[texts.customer, texts.channel, texts.tags, texts.consent, texts.last]}
      >
        {customers.map(customer => (
          <CustomerRow key={customer.id} customer={customer} tags={tags} />
        ))}
      </DataTable>
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

const shownTags = 2

function CustomerRow({ customer, tags }: { customer: ListedCustomer; tags: Tags }) {
  const texts = useTexts(customerScreensTexts)
  const times = useTimes()
  const now = useMoment()
  const id = customer.contact_id ?? customer.id
  const isToday = times.daysAgo(customer.last_seen_at, now) === 0
  const own = customer.tag_ids.flatMap(tagId => tags.filter(tag => tag.id === tagId))
  return (
    <TableRow>
      <TableCell className="customer-who">
        <span className="row gap-3">
          <Avatar name={customer.name || id.slice(-4, -2).split('').join(' ')} />
          <span className="fill">
            <Link to={addresses.customer.replace(':customerId', customer.id)}>
              {customerName(customer.name, id, texts)}
            </Link>
            {customer.phone && <small className="num">{formatPhone(customer.phone)}</small>}
          </span>
        </span>
      </TableCell>
      <TableCell className="customer-channel">
        <span className="row gap-1">
          {customer.sources.map(kind => (
            <ChannelIcon key={kind} kind={kind} />
          ))}
        </span>
      </TableCell>
      <TableCell className="customer-tags-cell">
        {own.slice(0, shownTags).map(tag => (
          <Tag key={tag.id} colour={tagColour(tag)}>
            {tag.name}
          </Tag>
        ))}
        {own.length > shownTags && <span className="soft num">+{own.length - shownTags}</span>}
      </TableCell>
      <TableCell className="customer-consent">
        <ConsentChip consent={customer.consent} />
      </TableCell>
      <TableCell className="customer-last soft">
        {isToday ? times.clock(customer.last_seen_at) : times.date(customer.last_seen_at)}
      </TableCell>
    </TableRow>
  )
}
