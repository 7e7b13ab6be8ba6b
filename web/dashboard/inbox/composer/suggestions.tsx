import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react'

type Parts<Item> = {
  items: readonly Item[]
  onChoose(item: Item): void
  /** Esc: nothing is wanted. */
  onClose(): void
}

/**
 * What is offered under a text while it is typed: arrows go through, Enter and Tab choose, Esc closes. The caret stays in the text.
 * @returns `keys` for the text's keydown (true when it was for the list), `field` for its attributes, `list` for `SuggestionList`
 */
export function useSuggestions<Item>({ items, onChoose, onClose }: Parts<Item>) {
  const id = useId()
  const [mark, setMark] = useState({ at: 0, of: 0 })
  const open = items.length > 0
  // Another list begins at its top.
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
  /** How many there are, for who does not see them. */
  told: string
  keyOf(item: Item): string
  children(item: Item): ReactNode
}

/** The list itself. A press chooses without taking the caret away. */
export function SuggestionList<Item>({
  id,
  active,
  items,
  onChoose,
  onActive,
  label,
  told,
  keyOf,
  children,
}: ListProps<Item>) {
  useEffect(() => {
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  return (
    <>
      <span className="unseen" role="status">
        {told}
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
