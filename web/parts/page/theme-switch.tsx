import { dashboardTexts } from '#shared/texts/dashboard/dashboard-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { SegmentedControl } from '#web/kit/forms/segmented-control.tsx'
import { useTheme } from './theme.ts'

export function ThemeSwitch() {
  const texts = useTexts(dashboardTexts)
  const { choice, choose } = useTheme()
  return (
    <SegmentedControl
      label={texts.theme}
      value={choice}
      onChoose={choose}
      options={[
        { value: 'system', text: texts.themeSystem },
        { value: 'light', text: texts.themeLight },
        { value: 'dark', text: texts.themeDark },
      ]}
    />
  )
}
