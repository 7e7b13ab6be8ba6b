import { lazy, Suspense, useState } from 'react'
import { inboxToolsTexts } from '#shared/texts/inbox/inbox-tools-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { IconButton } from '#web/kit/button.tsx'

const EmojiPicker = lazy(async () => ({ default: (await import('./emoji-picker.tsx')).EmojiPicker }))

export function EmojiButton({ disabled, onPick }: { disabled: boolean; onPick(emoji: string): void }) {
  const texts = useTexts(inboxToolsTexts)
  const [wanted, setWanted] = useState(false)
  const button = <IconButton icon="smile" label={texts.emoji} disabled={disabled} onClick={() => setWanted(true)} />
  if (!wanted) return button
  return (
    <Suspense fallback={button}>
      <EmojiPicker disabled={disabled} onPick={onPick} />
    </Suspense>
  )
}
