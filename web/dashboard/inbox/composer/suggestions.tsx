import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react'

type Parts<Item> = {
  items: readonly Item[]
  onChoose(item: Item): void
  onClose(): void
}

/** Spread `keys` on the text's keydown (true: handled here), `field` on its attributes, `list` on `SuggestionList`. */
export function useSuggestions<Item>({ items, onChoose, onClose }: Parts<Item>) {
  const id = useId()
  const [mark, setMark] = useState({ at: 0, of: 0 })
  const open = items.length > 0
  const at = mark.of === items.length ? mark.at : 0
  const setActive = (next: number) => setMark({ at: next, of: items.length })

  function keys(event: KeyboardEvent): boolean {
    if (!open || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return false
    const item = items[at]
    if (event.key === 'ArrowDown') setActive((at + 1) % items.length)
    else if (event.key === 'ArrowUp') setActive((at - 1 + items.length) % items.length)
    else if ((event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey)) && item !== undefined) onChoose(item)
    else if (event.key === 'Escape') onClose()
    else return false
    event.preventDefault()
    return true
  }

  return {
    keys,
    field: {
      'aria-autocomplete': 'list' as const,
      'aria-haspopup': 'listbox' as const,
      ...(open && { 'aria-controls': id, 'aria-activedescendant': `${id}-${at}` }),
    },
    list: { id, active: at, items, onChoose, onActive: setActive },
  }
}

type ListProps<Item> = ReturnType<typeof useSuggestions<Item>>['list'] & {
  label: string
  status: string
  keyOf(item: Item): string
  children(item: Item): ReactNode
}

/** A press chooses without moving the caret. */
export function SuggestionList<Item>({
  id,
  active,
  items,
  onChoose,
  onActive,
  label,
  status,
  keyOf,
  children,
}: ListProps<Item>) {
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  return (
    <>
      <span className="unseen" role="status">
        {status}
      </span>
      {items.length > 0 && (
        <ul id={id} className="suggestions" role="listbox" aria-label={label}>
          {items.map((item, index) => (
            <li
              key={keyOf(item)}
              id={`${id}-${index}`}
              className="suggestion"
              role="option"
              aria-selected={index === active}
              onPointerDown={event => event.preventDefault()}
              onPointerMove={() => index !== active && onActive(index)}
              onClick={() => onChoose(item)}
            >
              {children(item)}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
