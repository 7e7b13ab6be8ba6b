import { useId, useState } from 'react'
import { whiteContrast } from '#shared/rules/website/ink-on.ts'
import { configurationTexts, type ConfigurationTexts } from '#shared/texts/bot/configuration-texts.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { fill } from '#web/parts/language/texts.ts'
import type { Draft } from '#web/dashboard/configuration/draft.ts'

const defaultColour = '#0a3a2d'
const offered: [colour: string | null, name: keyof ConfigurationTexts][] = [
  [null, 'colourDefault'],
  ['#0e6b73', 'colourTeal'],
  ['#1f3a63', 'colourBlue'],
  ['#4b3794', 'colourViolet'],
  ['#5c2750', 'colourPlum'],
  ['#9c3a1b', 'colourBrick'],
  ['#6b4423', 'colourBrown'],
  ['#1b1b1b', 'colourBlack'],
]

export function ColourField({ settings, set, problems }: Draft) {
  const texts = useTexts(configurationTexts)
  const { language } = useLanguage()
  const id = useId()
  const chosen = settings.widget_colour
  const [typed, setTyped] = useState(chosen ?? defaultColour)
  const contrast = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  function choose(colour: string | null) {
    setTyped(colour ?? defaultColour)
    set({ widget_colour: colour })
  }
  return (
    <div className="setting-row colour-field">
      <div>
        <b id={id}>{texts.colour}</b>
        <p className="muted">{texts.colourText}</p>
      </div>
      <div role="radiogroup" aria-labelledby={id} className="colours">
        {offered.map(([colour, name]) => (
          <label key={name} style={{ '--shown': colour ?? defaultColour }} title={texts[name]}>
            <input
              type="radio"
              className="over-label"
              name="colour"
              aria-label={texts[name]}
              checked={chosen === colour}
              onChange={() => choose(colour)}
            />
            <Icon name="check" />
          </label>
        ))}
      </div>
      <div className="colour-other">
        <Field
          small
          label={texts.colourOther}
          value={typed}
          maxLength={7}
          autoComplete="off"
          spellCheck={false}
          error={problems.colour}
          onValue={value => {
            setTyped(value)
            const colour = value.trim().toLowerCase()
            set({ widget_colour: colour === defaultColour ? null : colour })
          }}
        />
        {!problems.colour && (
          <p className="colour-ok" role="status">
            <Icon name="check" />
            {fill(texts.colourOk, { contrast: contrast.format(whiteContrast(chosen ?? defaultColour)) })}
          </p>
        )}
      </div>
    </div>
  )
}
