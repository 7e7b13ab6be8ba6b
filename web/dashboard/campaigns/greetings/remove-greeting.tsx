import { greetingsTexts } from '#shared/texts/chat/greetings-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { fill } from '#web/parts/language/texts.ts'
import type { Greeting } from './greeting-row.ts'
import { ConfirmDialog } from '#web/parts/forms/confirm-dialog.tsx'

export function RemoveGreeting({
  greeting,
  onClose,
  onRemoved,
}: {
  greeting: Greeting
  onClose(): void
  onRemoved(): Promise<void>
}) {
  const texts = useTexts(greetingsTexts)

  return (
    <ConfirmDialog
      title={fill(texts.removeTitle, { name: greeting.name })}
      className="soft"
      keep={texts.cancel}
      act={texts.remove}
      run={async () => {
        await call('DELETE /api/v1/greetings/:id', { params: { id: greeting.id } })
        await onRemoved()
      }}
      onClose={onClose}
    >
      <p>{texts.removeText}</p>
    </ConfirmDialog>
  )
}
