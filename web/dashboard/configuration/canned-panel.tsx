import { inboxToolsTexts } from '#shared/texts/inbox/inbox-tools-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { CannedRepliesList } from '#web/parts/canned-replies/canned-replies-list.tsx'
import { SettingsPanel } from './setting-row.tsx'

export function CannedPanel() {
  const texts = useTexts(inboxToolsTexts)
  return (
    <SettingsPanel title={texts.canned}>
      <p className="muted">{texts.cannedText}</p>
      <CannedRepliesList />
    </SettingsPanel>
  )
}
