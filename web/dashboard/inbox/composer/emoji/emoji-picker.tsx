import { Popover } from 'radix-ui'
import { type KeyboardEvent, useRef, useState } from 'react'
import { fold } from '#shared/rules/text/fold.ts'
import { inboxToolsTexts } from '#shared/texts/inbox/inbox-tools-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { useTypedText } from '#web/kit/forms/typed-text.ts'
import { portalTargetFor } from '#web/kit/overlays/portal-target.ts'
import { emojiGroups } from './emoji-list.ts'
import { recordRecentEmoji, readRecentEmoji } from './recent-emoji.ts'

const columns = 7

type PickerProps = { disabled: boolean; onPick(emoji: string): void }

export function EmojiPicker({ disabled, onPick }: PickerProps) {
  const texts = useTexts(inboxToolsTexts)
  const [open, setOpen] = useState(true)
  const [words, setWords] = useState('')
  const typed = useTypedText(setWords)
  const trigger = useRef<HTMLButtonElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const picked = useRef(false)
  const groups = shownGroups(words, texts)

  function pick(emoji: string) {
    recordRecentEmoji(emoji)
    picked.current = true
    setOpen(false)
    onPick(emoji)
  }

  function walk(event: KeyboardEvent) {
    const all = [...(content.current?.querySelectorAll<HTMLElement>('.emoji') ?? [])]
    const at = all.indexOf(document.activeElement as HTMLElement)
    if (event.key === 'Enter' && at === -1) {
      event.preventDefault()
      const first = groups[0]?.all[0]
      if (first && words) pick(first[0])
      return
    }
    const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: at === -1 ? 1 : columns, ArrowUp: -columns }[event.key]
    if (by === undefined || (at === -1 && event.key !== 'ArrowDown')) return
    event.preventDefault()
    const next = all[Math.min(all.length - 1, at + by)]
    if (at + by < 0) content.current?.querySelector('input')?.focus()
    else next?.focus()
  }

  return (
    <Popover.Root
      open={open}
      onOpenChange={next => {
        // A pick moves the focus out, which asks to close once more.
        if (next) picked.current = false
        setWords('')
        setOpen(next)
      }}
    >
      <Popover.Trigger asChild>
        <button
          ref={trigger}
          type="button"
          className="icon-btn"
          disabled={disabled}
          aria-label={texts.emoji}
          title={texts.emoji}
        >
          <Icon name="smile" />
        </button>
      </Popover.Trigger>
      <Popover.Portal container={portalTargetFor(document.activeElement)}>
        <Popover.Content
          ref={content}
          className="emoji-picker"
          side="top"
          align="start"
          sideOffset={10}
          collisionPadding={12}
          aria-label={texts.emoji}
          onKeyDown={walk}
          onCloseAutoFocus={event => picked.current && event.preventDefault()}
        >
          <label className="search-box inbox-search">
            <Icon name="search" size="sm" />
            <span className="unseen">{texts.emojiSearch}</span>
            <input value={words} placeholder={texts.emojiSearch} autoComplete="off" {...typed} />
          </label>
          <div className="emoji-groups">
            {groups.length === 0 && <p className="muted">{texts.emojiNone}</p>}
            {groups.map(group => (
              <section key={group.name} aria-label={group.title}>
                <h3>{group.title}</h3>
                <div className="emoji-grid">
                  {group.all.map(([emoji, name]) => (
                    <button
                      key={emoji}
                      type="button"
                      className="emoji"
                      aria-label={`${emoji} ${name.split(' | ')[0] ?? ''}`}
                      onClick={() => pick(emoji)}
                    >
                      {emoji}
                    </button>
                  ))}
                </div>
              </section>
            ))}
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

type Shown = { name: string; title: string; all: (readonly [string, string])[] }

function shownGroups(words: string, texts: ReturnType<typeof inboxToolsTexts>): Shown[] {
  const every = emojiGroups.flatMap(({ all }) => [...all])
  const wanted = fold(words).trim()
  if (wanted) {
    const found = every.filter(([emoji, name]) => emoji === words.trim() || fold(name).includes(wanted))
    return found.length > 0 ? [{ name: 'found', title: texts.emojiFound, all: found }] : []
  }
  const titles = {
    faces: texts.emojiFaces,
    hands: texts.emojiHands,
    hearts: texts.emojiHearts,
    shop: texts.emojiShop,
  }
  const used = readRecentEmoji().flatMap(emoji => every.filter(([one]) => one === emoji))
  return [
    ...(used.length > 0 ? [{ name: 'used', title: texts.emojiUsed, all: used }] : []),
    ...emojiGroups.map(group => ({ name: group.name, title: titles[group.name], all: [...group.all] })),
  ]
}
