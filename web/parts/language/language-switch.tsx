import { useLanguage } from '#web/data/language.tsx'
import { SegmentedControl } from '#web/kit/forms/segmented-control.tsx'

export function LanguageSwitch({ label }: { label: string }) {
  const { language, setLanguage } = useLanguage()
  return (
    <SegmentedControl
      label={label}
      value={language}
      onChoose={setLanguage}
      options={[
        { value: 'vi', text: 'VI', name: 'VI, Tiếng Việt', lang: 'vi' },
        { value: 'en', text: 'EN', name: 'EN, English', lang: 'en' },
      ]}
    />
  )
}
