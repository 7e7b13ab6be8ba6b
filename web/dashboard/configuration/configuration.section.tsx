import { configurationTexts } from '#shared/texts/configuration-texts.ts'
import { codeOf, messageOf } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { ErrorState } from '#web/kit/error-state.tsx'
import { SkeletonRows } from '#web/kit/skeleton.tsx'
import { AdminsOnly } from '#web/parts/admins-only.tsx'
import { SectionPage } from '#web/parts/section-page.tsx'
import './configuration.css'
import { Editor } from './editor.tsx'
import { useSavedSettings } from './settings-rows.ts'

/** How the bot behaves, and a place to try that before it is saved. */
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
  if (status === 'failed')
    return (
      <ErrorState
        title={texts.failed}
        text={messageOf(error)}
        code={codeOf(error)}
        retry={{ text: texts.retry, run: retry }}
      />
    )
  return <Editor saved={settings} />
}
