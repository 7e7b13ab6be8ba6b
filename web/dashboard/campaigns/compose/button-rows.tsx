import { type CampaignButton, maxButtonLength, maxButtons } from '#shared/rules/campaigns/campaign-buttons.ts'
import { campaignScreensTexts } from '#shared/texts/campaigns/campaign-screens-texts.ts'
import type { Language } from '#shared/words.ts'
import { useTexts } from '#web/data/language.tsx'
import { Button, IconButton } from '#web/kit/button.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { SelectField } from '#web/kit/forms/select-field.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { useSequences } from '#web/dashboard/campaigns/sequences/read-sequences.ts'
import { useTags } from '#web/parts/conversations/tag-rows.ts'
import type { useDraft } from './use-draft.ts'

const kinds = ['link', 'answer', 'tag', 'sequence'] as const
type Kind = (typeof kinds)[number]
type Props = { writing: ReturnType<typeof useDraft>; languages: Language[] }

export function ButtonRows({ writing: { draft, change }, languages }: Props) {
  const texts = useTexts(campaignScreensTexts)
  const { content } = draft
  const buttons: CampaignButton[] = content.buttons ?? []
  const changeButtons = (next: CampaignButton[]) => change({ content: { ...content, buttons: next } as typeof content })
  const put = (at: number, button: CampaignButton) => changeButtons(buttons.with(at, button))
  return (
    <div className="campaign-choice campaign-second">
      {buttons.map((button, at) => (
        <fieldset key={at} className="campaign-button">
          <legend className="unseen">{fill(texts.buttonPlace, { place: at + 1 })}</legend>
          {languages.map(language => (
            <Field
              key={language}
              label={texts[language === 'vi' ? 'buttonTitle' : 'buttonTitleEnglish']}
              lang={language}
              maxLength={maxButtonLength}
              value={button.title[language] ?? ''}
              onValue={title => put(at, { ...button, title: { ...button.title, [language]: title } })}
            />
          ))}
          <SelectField
            label={texts.buttonDoes}
            value={button.is}
            options={kinds.map(value => ({ value, text: texts[`${value}Button`] }))}
            onChoose={is => put(at, made(is, button.title))}
          />
          {button.is === 'link' && (
            <Field
              type="url"
              label={texts.buttonUrl}
              placeholder="https://"
              maxLength={1000}
              value={button.url}
              onValue={url => put(at, { ...button, url })}
            />
          )}
          {button.is === 'sequence' && (
            <Sequences id={button.sequence_id} onChoose={id => put(at, { ...button, sequence_id: id })} />
          )}
          {button.is === 'tag' && <Tags id={button.tag_id} onChoose={id => put(at, { ...button, tag_id: id })} />}
          <IconButton
            icon="trash"
            label={fill(texts.buttonRemove, { place: at + 1 })}
            onClick={() => changeButtons(buttons.toSpliced(at, 1))}
          />
        </fieldset>
      ))}
      {buttons.length < maxButtons && (
        <Button look="quiet" icon="plus" onClick={() => changeButtons([...buttons, made('link', {})])}>
          {texts.buttonAdd}
        </Button>
      )}
      {buttons.length > 0 && <p className="hint">{texts.buttonHint}</p>}
    </div>
  )
}

function made(is: Kind, title: CampaignButton['title']): CampaignButton {
  if (is === 'link') return { is, title, url: '' }
  if (is === 'tag') return { is, title, tag_id: null }
  return is === 'answer' ? { is, title } : { is, title, sequence_id: null }
}

/** Only active ones, since a paused one would not react. */
function Sequences({ id, onChoose }: { id: string | null; onChoose: (id: string | null) => void }) {
  const texts = useTexts(campaignScreensTexts)
  const active = (useSequences().data ?? []).filter(({ status }) => status === 'active')
  const isGone = id !== null && !active.some(one => one.id === id)
  return (
    <SelectField
      label={texts.buttonSequence}
      value={id ?? ''}
      options={[
        { value: '', text: texts.buttonSequenceNone },
        ...active.map(one => ({ value: one.id, text: one.name })),
        ...(isGone ? [{ value: id, text: texts.buttonSequenceGone }] : []),
      ]}
      onChoose={chosen => onChoose(chosen || null)}
    />
  )
}

function Tags({ id, onChoose }: { id: string | null; onChoose: (id: string | null) => void }) {
  const texts = useTexts(campaignScreensTexts)
  const tags = useTags()
  const isGone = id !== null && !tags.some(one => one.id === id)
  return (
    <SelectField
      label={texts.buttonTag}
      value={id ?? ''}
      options={[
        { value: '', text: texts.buttonTagNone },
        ...tags.map(one => ({ value: one.id, text: one.name })),
        ...(isGone ? [{ value: id, text: texts.buttonTagGone }] : []),
      ]}
      onChoose={chosen => onChoose(chosen || null)}
    />
  )
}
