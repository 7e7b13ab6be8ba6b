import { useState } from 'react'
import { linksIn } from '#shared/rules/campaigns/campaign-links.ts'
import { campaignScreensTexts } from '#shared/texts/campaigns/campaign-screens-texts.ts'
import { templatesTexts } from '#shared/texts/campaigns/templates-texts.ts'
import type { Language } from '#shared/words.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Bubble } from '#web/kit/bubble.tsx'
import { SegmentedControl } from '#web/kit/forms/segmented-control.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { ButtonRows } from './button-rows.tsx'
import { TextField } from './text-field.tsx'
import { PictureField, ShownPicture } from './picture-field.tsx'
import { AbTestText } from './ab-test-text.tsx'
import { TemplateStep } from '#web/dashboard/campaigns/templates/template-step.tsx'
import { TextOrTemplate } from '#web/dashboard/campaigns/templates/text-or-template.tsx'
import type { useDraft } from './use-draft.ts'

const purposes = ['promotion', 'care', 'service'] as const

/** Mandatory parts are shown but not editable. */
export function TextStep({ writing }: { writing: ReturnType<typeof useDraft> }) {
  const texts = useTexts(campaignScreensTexts)
  const { draft, change, checked } = writing
  const { content } = draft
  const { workspace } = useCurrentWorkspace()
  const main: Language = workspace.language === 'en' ? 'en' : 'vi'
  const other: Language = main === 'vi' ? 'en' : 'vi'
  const [both, setBoth] = useState(Boolean(content.texts?.[other]))
  const [byTemplate, setByTemplate] = useState(Boolean(content.template))
  const words = useTexts(templatesTexts)
  const purpose = purposes.find(one => one === draft.purpose) ?? 'care'
  const [sample] = checked?.preview.samples ?? []
  const hasLinks =
    Object.values(content.texts ?? {}).some(text => linksIn(text ?? '').length > 0) ||
    content.buttons?.some(({ is }) => is === 'link')
  const titles = (content.buttons ?? []).flatMap(({ title }) => title[main]?.trim() || [])
  const write = (language: Language, text: string) =>
    change({ content: { fallback: main, ...content, texts: { ...content.texts, [language]: text } } })
  return (
    <section className="campaign-step" aria-labelledby="campaign-what">
      <h2 id="campaign-what">{texts.whatTitle}</h2>
      <TextOrTemplate
        byTemplate={byTemplate}
        onChoose={chosen => {
          setByTemplate(chosen)
          if (content.template) change({ content: { ...content, template: null }, max_each: null })
        }}
      />
      {byTemplate ? (
        <TemplateStep writing={writing} />
      ) : (
        <>
          <SegmentedControl
            label={texts.purpose}
            value={purpose}
            options={purposes.map(value => ({ value, text: texts[value] }))}
            onChoose={chosen => change({ purpose: chosen })}
          />
          <p className="hint">{texts[`${purpose}Hint`]}</p>
          <TextField
            language={main}
            writing={writing}
            onWrite={text => write(main, text)}
            text={content.texts?.[main] ?? ''}
          />
          {both ? (
            <TextField
              language={other}
              writing={writing}
              onWrite={text => write(other, text)}
              text={content.texts?.[other] ?? ''}
            />
          ) : (
            other === 'en' && (
              <div>
                <Button look="quiet" icon="plus" onClick={() => setBoth(true)}>
                  {texts.addEnglish}
                </Button>
              </div>
            )
          )}
        </>
      )}
      {!byTemplate && <PictureField writing={writing} />}
      {!byTemplate && <AbTestText writing={writing} languages={both ? [main, other] : [main]} />}
      {!byTemplate && <ButtonRows writing={writing} languages={both ? [main, other] : [main]} />}
      {sample && (
        <div className="campaign-sample">
          <p className="hint">
            {fill(sample.kind === 'zalo' && byTemplate ? words.filledFor : texts.willSee, {
              name: sample.name || texts.everyone,
            })}
          </p>
          <Bubble author="member">{sample.text}</Bubble>
          {!byTemplate && content.picture && <ShownPicture picture={content.picture} />}
          {!byTemplate && sample.kind !== 'zalo' && titles.length > 0 && (
            <ul className="campaign-pressed">
              {titles.map(title => (
                <li key={title} className="chip">
                  {title}
                </li>
              ))}
            </ul>
          )}
          {hasLinks && (
            <p className="hint">{texts[checked?.preview.counts_links ? 'linksCounted' : 'linksAsWritten']}</p>
          )}
        </div>
      )}
    </section>
  )
}
