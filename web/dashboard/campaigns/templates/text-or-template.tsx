import { templatesTexts } from '#shared/texts/campaigns/templates-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { SegmentedControl } from '#web/kit/forms/segmented-control.tsx'

type Props = { byTemplate: boolean; onChoose: (byTemplate: boolean) => void }

export function TextOrTemplate({ byTemplate, onChoose }: Props) {
  const texts = useTexts(templatesTexts)
  return (
    <SegmentedControl
      label={texts.how}
      value={byTemplate ? 'byTemplate' : 'own'}
      options={(['own', 'byTemplate'] as const).map(value => ({ value, text: texts[value] }))}
      onChoose={chosen => onChoose(chosen === 'byTemplate')}
    />
  )
}
