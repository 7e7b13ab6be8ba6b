import { useMemo, useRef } from 'react'
import { inboxListTexts } from '#shared/texts/inbox/inbox-list-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { IconButton } from '#web/kit/button.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { useDelayedSearch } from '#web/kit/forms/delayed-search.ts'
import { type Command, useCommands } from '#web/parts/commands/commands.ts'

type SearchProps = {
  q: string
  onSearch(q: string): void
  onDown(): void
}

export function SearchField({ q, onSearch, onDown }: SearchProps) {
  const texts = useTexts(inboxListTexts)
  const field = useRef<HTMLInputElement>(null)
  const { text, typed, search } = useDelayedSearch(q, onSearch)
  const commands = useMemo<Command[]>(() => {
    const go = () => {
      field.current?.focus()
      field.current?.select()
    }
    return [
      { id: 'search conversations', group: 'do', text: texts.search, icon: 'search', keys: '/', rare: true, run: go },
    ]
  }, [texts])
  useCommands(commands)

  function clear() {
    search('')
    field.current?.focus()
  }

  return (
    <div className="search-box inbox-search" role="search">
      <Icon name="search" size="sm" />
      <input
        ref={field}
        type="search"
        aria-label={texts.search}
        aria-keyshortcuts="/"
        placeholder={texts.searchHint}
        value={text}
        maxLength={200}
        autoComplete="off"
        {...typed}
        onKeyDown={event => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Escape' && text) {
            event.preventDefault()
            clear()
          } else if (event.key === 'Enter') search(text)
          else if (event.key === 'ArrowDown') {
            event.preventDefault()
            onDown()
          }
        }}
      />
      {text ? <IconButton icon="x" label={texts.clearSearch} onClick={clear} /> : <kbd aria-hidden="true">/</kbd>}
    </div>
  )
}
