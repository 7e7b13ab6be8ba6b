import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { addresses } from '#shared/addresses.ts'
import { inboxTexts } from '#shared/texts/inbox/inbox-texts.ts'
import { paletteTexts } from '#shared/texts/dashboard/palette-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { IconButton } from '#web/kit/button.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { useTypedText } from '#web/kit/forms/typed-text.ts'
import { LoadError } from '#web/kit/feedback/load-error.tsx'
import { useCommandList } from '#web/parts/commands/commands.ts'
import { searchWords } from './highlight-words.ts'
import { useMoment, useTimes } from '#web/parts/time/shop-times.ts'
import { fill } from '#web/parts/language/texts.ts'
import { askAfterMs, findCommands, useFoundConversations, useSources } from './found-items.ts'
import { useDebounced } from '#web/parts/forms/use-debounced.ts'
import { Keys } from './key-caps.tsx'
import './palette.css'
import { type Group, groupsOf, type Item } from './palette-items.ts'
import { PaletteOption } from './palette-option.tsx'

export function Palette({ onClose }: { onClose: () => void }) {
  const texts = useTexts(paletteTexts)
  const inbox = useTexts(inboxTexts)
  const times = useTimes()
  const now = useMoment()
  const navigate = useNavigate()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const rested = useDebounced(typed.trim(), askAfterMs)
  const words = useMemo(() => searchWords(typed), [typed])
  const commands = useCommandList()
  const conversations = useFoundConversations(rested)
  const sources = useSources(words)

  const groups = groupsOf({
    words,
    // Results for earlier words would be chosen by mistake.
    conversations: (!conversations.isPlaceholderData && rested === typed.trim() && conversations.data) || [],
    sources,
    commands: findCommands(commands, words),
    texts,
    inbox,
    when: at => (times.daysAgo(at, now) === 0 ? times.clock(at) : times.date(at)),
  })
  const items = groups.flatMap(group => group.items)
  const at = Math.min(active, items.length - 1)
  const searching = conversations.isFetching || rested !== typed.trim()

  const whileTyping = useTypedText(value => {
    setTyped(value)
    setActive(0)
  })

  useEffect(() => {
    const element = dialog.current
    const before = document.activeElement
    element?.showModal()
    return () => {
      element?.close()
      if (before instanceof HTMLElement && before.isConnected && document.activeElement === document.body)
        before.focus()
    }
  }, [])
  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, at])

  function choose(item: Item) {
    onClose()
    requestAnimationFrame(() => {
      if (item.kind === 'conversation')
        void navigate(
          `${addresses.inbox}/${item.conversation.id}${item.seq === undefined ? '' : `?message=${item.seq}`}`,
        )
      else if (item.kind === 'source') void navigate(`${addresses.training}/${item.source.id}`)
      else item.command.run()
    })
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const { key } = event
    const item = items[at]
    const page = 8
    if (key === 'ArrowDown') setActive((at + 1) % Math.max(items.length, 1))
    else if (key === 'ArrowUp') setActive((at - 1 + items.length) % Math.max(items.length, 1))
    else if (key === 'PageDown') setActive(Math.min(at + page, items.length - 1))
    else if (key === 'PageUp') setActive(Math.max(at - page, 0))
    else if (key === 'Enter' && item) choose(item)
    else if ((event.ctrlKey || event.metaKey) && key.toLowerCase() === 'k') onClose()
    else return
    event.preventDefault()
  }

  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label={texts.title}
      onCancel={event => {
        event.preventDefault()
        onClose()
      }}
      onPointerDown={event => event.target === dialog.current && onClose()}
    >
      <div className="palette-sheet">
        <div className="palette-query">
          <Icon name="search" size="lg" />
          <input
            type="text"
            role="combobox"
            aria-label={texts.title}
            aria-expanded={items.length > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            {...(items.length > 0 && { 'aria-activedescendant': `${id}-${at}` })}
            placeholder={texts.placeholder}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            enterKeyHint="go"
            autoFocus
            value={typed}
            {...whileTyping}
            onKeyDown={onKeyDown}
          />
          <kbd className="palette-esc" aria-hidden="true">
            Esc
          </kbd>
          <IconButton className="palette-x" icon="x" label={texts.close} onClick={onClose} />
        </div>
        <p className="unseen" role="status">
          {!searching &&
            typed &&
            (items.length > 0 ? fill(texts.found, { count: items.length }) : fill(texts.nothing, { words: typed }))}
        </p>
        <div className="palette-scroll">
          <OptionList
            id={id}
            groups={groups}
            active={at}
            words={words}
            onActive={setActive}
            onChoose={choose}
            onKeyDown={onKeyDown}
          />
          {conversations.isError && (
            <LoadError brief failed={texts.failed} query={conversations} className="palette-note" />
          )}
          {items.length === 0 && !conversations.isError && (
            <p className="palette-note">
              {searching ? (
                texts.searching
              ) : (
                <>
                  <b>{fill(texts.nothing, { words: typed })}</b> {texts.nothingText}
                </>
              )}
            </p>
          )}
        </div>
        <div className="palette-foot" aria-hidden="true">
          <span>
            <kbd>↑</kbd> <kbd>↓</kbd> {texts.footMove}
          </span>
          <span>
            <kbd>Enter</kbd> {texts.footOpen}
          </span>
          <span>
            <Keys keys="?" /> {texts.footKeys}
          </span>
          <span className="fill" />
          <span>{texts.footMarks}</span>
        </div>
      </div>
    </dialog>
  )
}

type ListProps = {
  id: string
  groups: Group[]
  active: number
  words: readonly string[]
  onActive: (at: number) => void
  onChoose: (item: Item) => void
  onKeyDown: (event: KeyboardEvent) => void
}

function OptionList({ id, groups, active, words, onActive, onChoose, onKeyDown }: ListProps) {
  const texts = useTexts(paletteTexts)
  let count = 0
  return (
    <div
      role="listbox"
      id={`${id}-list`}
      className="palette-list"
      aria-label={texts.results}
      tabIndex={0}
      {...(groups.length > 0 && { 'aria-activedescendant': `${id}-${active}` })}
      onKeyDown={onKeyDown}
    >
      {groups.map(group => {
        const first = count
        count += group.items.length
        return (
          <div key={group.title} role="group" aria-label={group.title}>
            <h3 aria-hidden="true">{group.title}</h3>
            {group.items.map((item, index) => (
              <PaletteOption
                key={item.key}
                id={`${id}-${first + index}`}
                item={item}
                words={words}
                selected={first + index === active}
                onActive={() => onActive(first + index)}
                onChoose={() => onChoose(item)}
              />
            ))}
          </div>
        )
      })}
    </div>
  )
}
