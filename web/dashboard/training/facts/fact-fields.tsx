import { maxValueLength } from '#shared/contracts/training/facts.contract.ts'
import type { Fact } from '#shared/contracts/training/facts.results.ts'
import { factsTexts } from '#shared/texts/training/facts-texts.ts'
import { useTexts } from '#web/data/language.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { fill } from '#web/parts/language/texts.ts'
import type { FactEditing } from './use-fact-edit.ts'

type Props = { fact: Fact; editing: FactEditing; autoFocus?: boolean }

/** The bot's reading of a line, to be corrected. */
export function FactFields({ fact, editing: { form, problem, restore, restored }, autoFocus = false }: Props) {
  const texts = useTexts(factsTexts)
  const values = fact.values.map(({ head, edit }) => ({
    head,
    edit: edit && !restored.includes(edit.id) ? edit : undefined,
  }))
  return (
    <>
      {values.map(({ head, edit }, at) => (
        <Field
          key={at}
          label={head || texts.value}
          maxLength={maxValueLength}
          autoComplete="off"
          autoFocus={autoFocus && at === 0}
          {...form.field(String(at))}
          hint={edit ? fill(texts.inDocument, { was: edit.was }) : undefined}
          aside={
            edit && (
              <button type="button" className="link" onClick={() => restore(at, edit)}>
                {texts.restore}
              </button>
            )
          }
        />
      ))}
      <p className="muted">{texts.keep}</p>
      {problem && <Notice tone="bad">{problem}</Notice>}
    </>
  )
}
