import { Avatar } from '#web/kit/avatar.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { ChannelIcon } from '#web/kit/icons/channel-icon.tsx'
import { highlightWords } from './highlight-words.ts'
import { Keys } from './key-caps.tsx'
import type { Item } from './palette-items.ts'

type Props = {
  id: string
  item: Item
  words: readonly string[]
  selected: boolean
  onActive: () => void
  onChoose: () => void
}

export function PaletteOption({ id, item, words, selected, onActive, onChoose }: Props) {
  return (
    <div
      id={id}
      className="palette-option"
      role="option"
      aria-selected={selected}
      onPointerDown={event => event.preventDefault()}
      onPointerMove={() => !selected && onActive()}
      onClick={onChoose}
    >
      <span aria-hidden="true" className="palette-face">
        <Face item={item} />
      </span>
      <span className="ell">
        {item.quoted && '“'}
        <Marked text={item.text} words={words} />
        {item.quoted && '”'}
        {item.more && (
          <small>
            {' '}
            <Marked text={item.more} words={words} />
          </small>
        )}
      </span>
      {item.kind === 'command' && item.command.keys && <Keys keys={item.command.keys} />}
      {item.when && <span className="drop-meta num">{item.when}</span>}
    </div>
  )
}

function Face({ item }: { item: Item }) {
  if (item.kind === 'source') return <Icon name="file-text" />
  if (item.kind === 'command') return <Icon name={item.command.icon} />
  if (item.quoted) return <Icon name="message-circle" />
  const { contact_name: name, contact_id: id, source } = item.conversation
  return (
    <span className="palette-person">
      <Avatar name={name.trim() || id.slice(-4, -2).split('').join(' ')} size={24} />
      <ChannelIcon kind={source} size={12} />
    </span>
  )
}

function Marked({ text, words }: { text: string; words: readonly string[] }) {
  return highlightWords(text, words).map((part, index) =>
    part.found ? <mark key={index}>{part.text}</mark> : part.text,
  )
}
