import { lazy, Suspense, useState } from 'react'
import { inboxListTexts } from '#shared/texts/inbox/inbox-list-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/overlays/dialog.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { Menu, MenuChoice, MenuItem, MenuLine } from '#web/kit/overlays/menu.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { Tooltip } from '#web/kit/overlays/tooltip.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { useMedia } from '#web/parts/page/use-media.ts'
import { useUnreadTotal } from '#web/parts/conversations/unread-conversations.ts'
import { type FilterChoice, useFilterChoices } from './filter-choices.ts'
import { countFilters, type Filters, noFilters } from './list-filters.ts'

const TagManager = lazy(async () => ({ default: (await import('./tag-manager.tsx')).TagManager }))

type FilterProps = { filters: Filters; onChange(change: Partial<Filters>): void }

export function FilterBar({ filters, onChange }: FilterProps) {
  const texts = useTexts(inboxListTexts)
  const phone = useMedia('(max-width: 767px)')
  const choices = useFilterChoices(filters)
  const [managing, setManaging] = useState(false)
  const { role } = useCurrentWorkspace()
  const manage = role === 'admin' ? () => setManaging(true) : undefined
  return (
    <>
      <div className="inbox-filters" role="group" aria-label={texts.filters}>
        {phone ? (
          <FilterSheet filters={filters} choices={choices} onChange={onChange} onManage={manage} />
        ) : (
          choices.map(choice => <FilterMenu key={choice.name} choice={choice} onChange={onChange} onManage={manage} />)
        )}
      </div>
      <FilterChips filters={filters} choices={choices} onChange={onChange} />
      {managing && (
        <Suspense fallback={null}>
          <TagManager onClose={() => setManaging(false)} />
        </Suspense>
      )}
    </>
  )
}

type ChoiceProps = Pick<FilterProps, 'onChange'> & { choice: FilterChoice; onManage: (() => void) | undefined }

function FilterMenu({ choice, onChange, onManage }: ChoiceProps) {
  const texts = useTexts(inboxListTexts)
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className="inbox-filter" data-on={choice.value !== '' || undefined}>
          {choice.label}
          <Icon name="chevron-down" size="sm" />
        </button>
      }
    >
      <MenuChoice
        label={choice.label}
        value={choice.value}
        options={choice.options}
        onChoose={value => onChange(choice.choose(value))}
      />
      {choice.name === 'tag' && onManage && (
        <>
          <MenuLine />
          <MenuItem icon="tag" onSelect={onManage}>
            {texts.manageTags}
          </MenuItem>
        </>
      )}
    </Menu>
  )
}

type SheetProps = FilterProps & { choices: FilterChoice[]; onManage: (() => void) | undefined }

function FilterSheet({ filters, choices, onChange, onManage }: SheetProps) {
  const texts = useTexts(inboxListTexts)
  const [open, setOpen] = useState(false)
  const count = countFilters({ ...filters, unread: false })
  return (
    <>
      <button
        type="button"
        className="inbox-filter"
        data-on={count > 0 || undefined}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon name="sliders" size="sm" />
        {texts.filterButton}
        {count > 0 && <span className="num">{count}</span>}
      </button>
      <Dialog
        open={open}
        title={texts.filters}
        onClose={() => setOpen(false)}
        foot={
          <>
            <Button onClick={() => onChange({ ...noFilters, q: filters.q })}>{texts.clearAll}</Button>
            <Button look="filled" onClick={() => setOpen(false)}>
              {texts.done}
            </Button>
          </>
        }
      >
        <div className="stack gap-3">
          {choices.map(choice => (
            <SelectField
              key={choice.name}
              label={choice.label}
              value={choice.value}
              options={choice.options}
              onChoose={value => onChange(choice.choose(value))}
            />
          ))}
          {onManage && (
            <Button
              icon="tag"
              onClick={() => {
                setOpen(false)
                onManage()
              }}
            >
              {texts.manageTags}
            </Button>
          )}
        </div>
      </Dialog>
    </>
  )
}

export function UnreadToggle({ filters, onChange }: FilterProps) {
  const texts = useTexts(inboxListTexts)
  const total = useUnreadTotal()
  const count = total > 99 ? '99+' : total
  const name = fill(texts.unreadCount, { count })
  return (
    <Tooltip text={name}>
      <button
        type="button"
        className="inbox-filter"
        aria-label={`${texts.unread}: ${name}`}
        aria-pressed={filters.unread}
        onClick={() => onChange({ unread: !filters.unread })}
      >
        <Icon name="mail" size="sm" />
        <span className="num">{count}</span>
      </button>
    </Tooltip>
  )
}

function FilterChips({ filters, choices, onChange }: FilterProps & { choices: FilterChoice[] }) {
  const texts = useTexts(inboxListTexts)
  const chips = choices.flatMap(choice => {
    const chosen = choice.value ? choice.options.find(option => option.value === choice.value) : undefined
    return chosen ? [{ name: choice.name, text: chosen.text, without: choice.choose('') }] : []
  })
  const all = [
    ...chips,
    ...(filters.unread ? [{ name: 'unread', text: texts.unread, without: { unread: false } }] : []),
  ]
  if (all.length === 0) return null
  return (
    <ul className="inbox-chips" aria-label={texts.filtersOn}>
      {all.map(({ name, text, without }) => (
        <li key={name}>
          <button
            type="button"
            className="inbox-chip"
            aria-label={fill(texts.removeFilter, { name: text })}
            onClick={() => onChange(without)}
          >
            <span className="ell">{text}</span>
            <Icon name="x" size="sm" />
          </button>
        </li>
      ))}
      <li>
        <button type="button" className="inbox-chip-clear" onClick={() => onChange({ ...noFilters, q: filters.q })}>
          {texts.clearAll}
        </button>
      </li>
    </ul>
  )
}
