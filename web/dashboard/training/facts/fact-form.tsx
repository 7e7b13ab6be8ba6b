import { maxValueLength } from '#shared/contracts/training/facts.contract.ts'
import type { Fact } from '#shared/contracts/training/facts.results.ts'
import { factsTexts } from '#shared/texts/training/facts-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { fill } from '#web/parts/language/texts.ts'
import type { FactEditing } from './use-fact-edit.ts'

/** What the bot takes a line to mean, to be set right; submitted by a button with `form={id}`. */
export function FactForm({
  id,
  fact,
  editing,
  named = true,
}: {
  id: string
  fact: Fact
  editing: FactEditing
  /** false: its name stands above already */
  named?: boolean
}) {
  const texts = useTexts(factsTexts)
  return (
    <form
      id={id}
      className="facts-form"
      onSubmit={event => {
        event.preventDefault()
        void editing.save()
      }}
    >
      {named && <p className="facts-form-name">{fact.name}</p>}
      {fact.values.map(({ head, edit }, at) => (
        <Field
          key={at}
          label={head || texts.value}
          value={editing.values[at] ?? ''}
          maxLength={maxValueLength}
          autoComplete="off"
          onValue={typed => editing.setValue(at, typed)}
          hint={edit ? fill(texts.inDocument, { was: edit.was }) : undefined}
          aside={
            edit && (
              <button type="button" className="link" onClick={() => void editing.restore(edit.id)}>
                {texts.restore}
              </button>
            )
          }
        />
      ))}
      <p className="muted">{texts.keep}</p>
      {editing.problem && <Notice tone="bad">{editing.problem}</Notice>}
    </form>
  )
}
