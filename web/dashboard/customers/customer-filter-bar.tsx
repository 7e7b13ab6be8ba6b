import { customerScreensTexts } from '#shared/texts/customers/customer-screens-texts.ts'
import { channelKinds, consentFilters } from '#shared/words.ts'
import { useTexts } from '#web/data/language.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { useDelayedSearch } from '#web/kit/forms/delayed-search.ts'
import type { CustomerFilters } from './read-customers.ts'

const channelNames = { facebook: 'Messenger', zalo: 'Zalo', website: 'Website' }

export function CustomerFilterBar({
  filters,
  onChange,
}: {
  filters: CustomerFilters
  onChange: (next: Partial<CustomerFilters>) => void
}) {
  const texts = useTexts(customerScreensTexts)
  const { text, typed, search, waits } = useDelayedSearch(filters.q, q => onChange({ q }))
  return (
    <div className="customer-filters">
      <div className="search-box customer-search" role="search">
        <Icon name="search" size="sm" />
        <input
          type="search"
          aria-label={texts.search}
          placeholder={texts.searchHint}
          value={text}
          maxLength={200}
          autoComplete="off"
          {...typed}
          // Without this, opening a customer at once would be undone by the search.
          onBlur={() => waits && search(text)}
        />
      </div>
      <SelectField
        label={texts.channel}
        labelHidden
        small
        value={filters.source}
        options={[
          { value: '' as const, text: texts.anyChannel },
          ...channelKinds.map(value => ({ value, text: channelNames[value] })),
        ]}
        onChoose={source => onChange({ source })}
      />
      <SelectField
        label={texts.consent}
        labelHidden
        small
        value={filters.consent}
        options={[
          { value: '' as const, text: texts.anyConsent },
          ...consentFilters.map(value => ({ value, text: texts[value] })),
        ]}
        onChoose={consent => onChange({ consent })}
      />
    </div>
  )
}
