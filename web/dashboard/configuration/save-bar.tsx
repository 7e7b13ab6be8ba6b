import type { ReactNode } from 'react'
import type { SettingsChange } from '#shared/contracts/bot/bot-settings.contract.ts'
import { configurationTexts } from '#shared/texts/bot/configuration-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { counted } from '#web/parts/language/texts.ts'
import { changedPanels } from './draft.ts'

export function SaveBar({
  changes,
  busy,
  onUndo,
  onSave,
  children,
}: {
  changes: SettingsChange
  busy: boolean
  onUndo: () => void
  onSave: () => void
  children: ReactNode
}) {
  const texts = useTexts(configurationTexts)
  const { language } = useLanguage()
  const count = Object.keys(changes).length
  const panels = changedPanels(changes).map(panel => texts[panel].toLocaleLowerCase(language))
  return (
    <div className="save-bar" role="region" aria-label={texts.save}>
      {children}
      <div className="save-bar-line">
        <p className="fill" role="status">
          <b>{counted(language, count, texts.changedOne, texts.changedMany)}</b>
          <span className="soft save-bar-names"> · {panels.join(', ')}</span>
        </p>
        <Button look="quiet" onClick={onUndo}>
          {texts.undo}
        </Button>
        <Button look="filled" busy={busy} busyText={texts.saving} onClick={onSave}>
          {texts.save}
        </Button>
      </div>
    </div>
  )
}
