import { inboxListTexts } from '#shared/texts/inbox/inbox-list-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { TagList } from '#web/parts/conversations/tag-list.tsx'
import { SettingsPanel } from './setting-row.tsx'

export function TagsPanel() {
  const texts = useTexts(inboxListTexts)
  return (
    <SettingsPanel title={texts.tags}>
      <TagList />
    </SettingsPanel>
  )
}
