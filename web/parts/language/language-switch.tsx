import { useLanguage } from '#web/data/language.tsx'
import { Segmented } from '#web/kit/forms/segmented.tsx'

/** VI | EN */
export function LanguageSwitch({ label }: { label: string }) {
  const { language, setLanguage } = useLanguage()
  return (
    <Segmented
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
