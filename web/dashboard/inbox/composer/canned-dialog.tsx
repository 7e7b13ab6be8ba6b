import { inboxToolsTexts } from '#shared/texts/inbox/inbox-tools-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/overlays/dialog.tsx'
import type { CannedReply } from '#web/parts/canned-replies/canned-reply-rows.ts'
import { CannedRepliesList } from '#web/parts/canned-replies/canned-replies-list.tsx'

export function CannedDialog({
  language,
  onUse,
  onClose,
}: {
  language: string | null
  onUse: (reply: CannedReply) => void
  onClose: () => void
}) {
  const texts = useTexts(inboxToolsTexts)
  return (
    <Dialog open title={texts.canned} onClose={onClose} foot={<Button onClick={onClose}>{texts.close}</Button>}>
      <p className="soft canned-intro">{texts.cannedText}</p>
      <CannedRepliesList language={language} onUse={onUse} />
    </Dialog>
  )
}
