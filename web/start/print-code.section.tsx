import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { startTexts } from '#shared/texts/account/start-texts.ts'
import type { Language } from '#shared/words.ts'
import { call } from '#web/data/api.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
import { QrCode } from '#web/parts/sharing/qr-code.tsx'
import { usePageTitle } from '#web/parts/page/page-title.ts'
import { fill } from '#web/parts/language/texts.ts'
import './styles/print-code.css'
import './styles/start.css'

const sizes = ['A6', 'A4'] as const
type Size = (typeof sizes)[number]
const languages: [Language, string][] = [
  ['vi', 'Tiếng Việt'],
  ['en', 'English'],
]

export function PrintCodeSection() {
  const texts = useTexts(startTexts)
  const { workspace } = useCurrentWorkspace()
  const pageLanguage = useLanguage().language
  const [size, setSize] = useState<Size>('A6')
  const [language, setLanguage] = useState<Language>(pageLanguage)
  usePageTitle(texts.printTitle)
  const page = useQuery({
    queryKey: ['hosted page', workspace.id],
    queryFn: () => call('GET /api/v1/hosted-page'),
  })
  if (!page.data) return <QueryState query={page} failed={texts.pageFailed} loading={texts.loading} />
  const { address } = page.data
  if (!address) return <p className="print-none">{texts.printNone}</p>
  const words = startTexts(language)
  return (
    <div className="print">
      <div className="print-choices">
        <h1>{texts.printTitle}</h1>
        <Choice<Size>
          name={texts.printSize}
          values={sizes.map(one => [one, one] as const)}
          value={size}
          onChoose={setSize}
        />
        <Choice<Language> name={texts.printLanguage} values={languages} value={language} onChoose={setLanguage} />
        <Button look="filled" size="lg" onClick={() => window.print()}>
          {texts.printNow}
        </Button>
      </div>
      <article className="print-sheet" data-size={size} lang={language}>
        <h2>{workspace.name}</h2>
        <p className="print-head">{words.printHead}</p>
        <QrCode text={address} label={fill(words.codeOf, { name: workspace.name })} />
        <p>{words.printText}</p>
        <p className="print-address">{address.replace(/^https?:\/\//, '')}</p>
      </article>
    </div>
  )
}

function Choice<Value extends string>(props: {
  name: string
  values: readonly (readonly [Value, string])[]
  value: Value
  onChoose(value: Value): void
}) {
  return (
    <fieldset className="print-choice">
      <legend>{props.name}</legend>
      {props.values.map(([value, words]) => (
        <label key={value}>
          <input
            type="radio"
            name={props.name}
            checked={props.value === value}
            onChange={() => props.onChoose(value)}
          />
          {words}
        </label>
      ))}
    </fieldset>
  )
}
