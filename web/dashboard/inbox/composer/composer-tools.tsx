import { useRef } from 'react'
import { takenTypes } from '#shared/rules/website/outgoing-files.ts'
import { deliveryTexts } from '#shared/texts/inbox/delivery-texts.ts'
import { inboxToolsTexts } from '#shared/texts/inbox/inbox-tools-texts.ts'
import type { ChannelKind } from '#shared/words.ts'
import { useTexts } from '#web/data/language.tsx'
import { IconButton } from '#web/kit/button.tsx'
import { FilePicker } from '#web/kit/forms/file-picker.tsx'
import { EmojiButton } from './emoji/emoji-button.tsx'

type ToolsProps = {
  source: ChannelKind
  closed: boolean
  onFiles(files: readonly File[]): void
  onCanned(): void
  onEmoji(emoji: string): void
  onAskDetails: (() => void) | undefined
}

export function ComposerTools({ source, closed, onFiles, onCanned, onEmoji, onAskDetails }: ToolsProps) {
  const tools = useTexts(inboxToolsTexts)
  const delivery = useTexts(deliveryTexts)
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton icon="paperclip" label={tools.attach} disabled={closed} onClick={() => picker.current?.click()} />
      <IconButton icon="zap" label={tools.cannedOpen} data-canned-open disabled={closed} onClick={onCanned} />
      <EmojiButton disabled={closed} onPick={onEmoji} />
      {onAskDetails && (
        <IconButton icon="circle-user" label={delivery.askDetails} disabled={closed} onClick={onAskDetails} />
      )}
      <FilePicker
        ref={picker}
        hidden={false}
        className="unseen"
        tabIndex={-1}
        aria-hidden="true"
        multiple
        accept={takenTypes(source).join(',')}
        onFiles={onFiles}
      />
    </>
  )
}
