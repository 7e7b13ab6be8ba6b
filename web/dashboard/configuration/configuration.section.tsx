import { configurationTexts } from '#shared/texts/bot/configuration-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { SkeletonRows } from '#web/kit/feedback/skeleton.tsx'
import { AdminsOnly } from '#web/parts/workspace/admins-only.tsx'
import { LoadError } from '#web/parts/page/load-error.tsx'
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
  const { status, settings, error, retry } = useSavedSettings()
  if (status === 'loading') return <SkeletonRows rows={4} label={texts.loading} />
  if (status === 'failed') return <LoadError title={texts.failed} error={error} retry={retry} />
  return <Editor saved={settings} />
}
