import { useId } from 'react'
import { trades } from '#shared/contracts/first-steps.contract.ts'
import { guessTrade } from '#shared/rules/bot/guess-trade.ts'
import { startTexts } from '#shared/texts/account/start-texts.ts'
import { useCurrentWorkspace } from '#web/data/current-workspace.tsx'
import { useTexts } from '#web/data/language.tsx'
import { Button } from '#web/kit/button.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { Icon } from '#web/kit/icons/icon.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { givenName } from '#shared/rules/contacts/given-name.ts'
import { fill } from '#web/parts/language/texts.ts'
import { PictureField } from './shop-picture-field.tsx'
import { ChatPreview } from './flower-backdrop.tsx'
import { ShopAvatar } from './shop-avatar.tsx'
import { type Around, StepLayout } from './step-layout.tsx'
import type { StepActions } from './use-first-steps.ts'
import { readDraft, writeDraft } from './shop-draft.ts'
import { useStoredDraft } from './use-stored-draft.ts'
import { useForm } from '#web/kit/forms/use-form.ts'

type ShopFields = { name: string; chosen: StepActions['steps']['trade']; avatar: string | null }

/** Never suggests the name that sign-up derived from the owner's. */
export function NameStep({ actions, around }: { actions: StepActions; around: Around }) {
  const texts = useTexts(startTexts)
  const { me } = useCurrentWorkspace()
  const { steps } = actions
  const isFirst = steps.version === 0
  const stored = { name: isFirst ? '' : steps.name, chosen: steps.trade, avatar: steps.avatar }
  const [draft, setDraft] = useStoredDraft('shop', '')
  const form = useForm({
    start: () => readDraft<ShopFields>(draft, stored),
    onChange: change => setDraft(newest => writeDraft({ ...readDraft(newest, stored), ...change }, stored)),
    check: typed => ({ name: typed.name.trim() === '' ? texts.nameMissing : undefined }),
    async save(typed) {
      await actions.nameShop({ name: typed.name.trim(), trade, avatar: typed.avatar })
      setDraft(null)
    },
    once: true,
  })
  const { name, chosen, avatar } = form.values
  const id = useId()
  const guessed = guessTrade(name)
  const trade = chosen ?? guessed ?? null
  const named = name.trim()
  const shown = named || texts.yourShop

  const given = givenName(me?.name ?? '')
  return (
    <StepLayout
      around={around}
      name={texts.step1}
      title={
        <>
          {given && (
            <>
              {fill(texts.hello, { name: given })} <br />
            </>
          )}
          {texts.nameTitle}
        </>
      }
      lead={texts.nameLead}
      beside={
        <ChatPreview
          name={named}
          avatar={avatar}
          state={texts.knowsNothing}
          asleep
          message={fill(texts.sayNothing, { name: shown })}
        />
      }
      foot={
        <Button look="filled" size="lg" type="submit" form={id} busy={form.busy} busyText={texts.saving}>
          {texts.next}
        </Button>
      }
    >
      <form {...form.props} id={id} className="stack">
        <Field label={texts.name} maxLength={80} autoComplete="organization" {...form.field('name')} />
        <fieldset className="start-trades" aria-describedby={`${id}-trade`}>
          <legend>{texts.trade}</legend>
          {trades.map(one => (
            <label key={one}>
              <input
                type="radio"
                name="trade"
                className="over-label"
                value={one}
                checked={trade === one}
                onChange={() => form.set({ chosen: one })}
              />
              <span>
                {trade === one && <Icon name="check" size="sm" />}
                {texts[one]}
              </span>
            </label>
          ))}
          <p className="hint" id={`${id}-trade`}>
            {!chosen && guessed ? texts.tradeGuessed : texts.tradeHint}
          </p>
        </fieldset>
        <PictureField name={named} value={avatar} onValue={value => form.set({ avatar: value })} />
        {form.problem && <Notice tone="bad">{form.problem}</Notice>}
        <div className="start-seen">
          <p className="hint">{texts.seen}</p>
          <div className="start-seen-head">
            <ShopAvatar name={named} avatar={avatar} />
            <div>
              <b className="ell">{shown}</b>
              <span>{texts.answersSoon}</span>
            </div>
          </div>
        </div>
      </form>
    </StepLayout>
  )
}
