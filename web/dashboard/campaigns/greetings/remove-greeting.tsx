import { greetingsTexts } from '#shared/texts/chat/greetings-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/overlays/dialog.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { fill } from '#web/parts/language/texts.ts'
import type { Greeting } from './greeting-row.ts'

/** Asks before a greeting goes, with its figures. */
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
  const { busy, problem, perform } = useAction({ once: true })

  async function remove() {
    await perform(async () => {
      await call('DELETE /api/v1/greetings/:id', { params: { id: greeting.id } })
      await onRemoved()
      onClose()
    })
  }

  return (
    <Dialog
      open
      role="alertdialog"
      title={fill(texts.removeTitle, { name: greeting.name })}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button look="danger" busy={busy} onClick={() => void remove()}>
            {texts.remove}
          </Button>
        </>
      }
    >
      <p className="soft">{texts.removeText}</p>
      {problem && <Notice tone="bad">{problem}</Notice>}
    </Dialog>
  )
}
