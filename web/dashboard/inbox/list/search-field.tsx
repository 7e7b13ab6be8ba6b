import { useEffect, useMemo, useRef, useState } from 'react'
import { inboxListTexts } from '#shared/texts/inbox/inbox-list-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { IconButton } from '#web/kit/button.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { useTypedText } from '#web/kit/forms/typed-text.ts'
import { type Command, useCommands } from '#web/parts/commands/commands.ts'

const pauseMs = 250

type SearchProps = {
  q: string
  onSearch(q: string): void
  onDown(): void
}

export function SearchField({ q, onSearch, onDown }: SearchProps) {
  const texts = useTexts(inboxListTexts)
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [text, setText] = useState(q)
  const [shown, setShown] = useState(q)
  /** Our own searches, which arrive in `q` later, while the user still types. */
  const [asked, setAsked] = useState<readonly string[]>([])
  if (q !== shown) {
    setShown(q)
    const own = asked.indexOf(q)
    setAsked(own === -1 ? [] : asked.slice(own + 1))
    // Changed from outside, by going back for one.
    if (own === -1) setText(q)
  }

  useEffect(() => () => clearTimeout(timer.current), [])
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

  function search(words: string) {
    clearTimeout(timer.current)
    setAsked(before => [...before, words])
    onSearch(words)
  }

  function type(words: string) {
    setText(words)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => search(words), pauseMs)
  }

  const typed = useTypedText(type)

  function clear() {
    setText('')
    search('')
    field.current?.focus()
  }

  return (
    <div className="inbox-search" role="search">
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
