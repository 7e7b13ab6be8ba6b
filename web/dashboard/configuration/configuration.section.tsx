import { configurationTexts } from '#shared/texts/bot/configuration-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
import { AdminsOnly } from '#web/parts/workspace/admins-only.tsx'
import { SectionPage } from '#web/parts/page/section-page.tsx'
import './configuration.css'
import './appearance/appearance.css'
import { Editor } from './editor.tsx'
import { useSavedSettings } from './settings-rows.ts'

export function ConfigurationSection() {
  const texts = useTexts(configurationTexts)
  return (
    <SectionPage title={texts.title}>
      <AdminsOnly>
        <Configuration />
      </AdminsOnly>
    </SectionPage>
  )
}

function Configuration() {
  const texts = useTexts(configurationTexts)
  return (
    <QueryState query={useSavedSettings()} failed={texts.failed} loading={texts.loading} rows={4}>
      {settings => <Editor saved={settings} />}
    </QueryState>
  )
}
