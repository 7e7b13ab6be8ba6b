import { inboxListTexts } from '#shared/texts/inbox/inbox-list-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/overlays/dialog.tsx'
import { TagList } from '#web/parts/conversations/tag-list.tsx'

export function TagManager({ onClose }: { onClose: () => void }) {
  const texts = useTexts(inboxListTexts)
  return (
    <Dialog
      open
      title={texts.manageTags}
      onClose={onClose}
      foot={
        <Button look="filled" onClick={onClose}>
          {texts.closeTags}
        </Button>
      }
    >
      <TagList />
    </Dialog>
  )
}
