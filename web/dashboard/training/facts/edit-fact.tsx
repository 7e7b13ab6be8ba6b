import { type FormEvent, useState } from 'react'
import { maxValueLength } from '#shared/contracts/training/facts.contract.ts'
import type { Fact } from '#shared/contracts/training/facts.results.ts'
import { factsTexts } from '#shared/texts/training/facts-texts.ts'
import { messageOf } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { useAction } from '#web/kit/use-action.ts'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/overlays/dialog.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { showErrorToast, showToast } from '#web/kit/feedback/toast.tsx'
import { fill } from '#web/parts/language/texts.ts'
import { restoreFact, saveEdit } from './save-edit.ts'

type Props = { fact: Fact; title: string; onClose(): void; onChanged(): void }

export function EditFact({ fact, title, onClose, onChanged }: Props) {
  const texts = useTexts(factsTexts)
  const [values, setValues] = useState(() => fact.values.map(({ value }) => value))
  const { busy, problem, perform } = useAction()

  async function run(work: () => Promise<boolean>) {
    await perform(async () => {
      if (await work()) onClose()
    })
  }

  const save = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => {
      const made: string[] = []
      for (const [at, { head, value }] of fact.values.entries()) {
        const typed = values[at]?.trim() ?? ''
        if (typed === value || typed === '') continue
        const id = await saveEdit(fact, head, typed)
        if (id === undefined) break
        made.push(id)
      }
      if (made.length === 0) return true
      done(texts.saved, made)
      return true
    })
  }

  const switchOff = () =>
    run(async () => {
      const id = await saveEdit(fact, null, null)
      if (id === undefined) return false
      done(texts.switchedOff, [id])
      return true
    })

  const restore = (id: string) =>
    run(async () => {
      if (!(await restoreFact(id))) return false
      showToast(texts.undone)
      onChanged()
      return true
    })

  function done(text: string, made: string[]) {
    onChanged()
    showToast(text, { text: texts.undo, run: () => void takeBack(made) })
  }

  async function takeBack(made: string[]) {
    try {
      for (const id of made) await restoreFact(id)
      onChanged()
    } catch (error) {
      showErrorToast(messageOf(error))
    }
  }

  return (
    <Dialog
      open
      title={texts.editTitle}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button look="danger-quiet" onClick={() => void switchOff()}>
            {texts.switchOff}
          </Button>
          <Button type="submit" form="edit-fact" look="filled" busy={busy} busyText={texts.saving}>
            {texts.save}
          </Button>
        </>
      }
    >
      <form id="edit-fact" className="facts-form" onSubmit={save}>
        <p className="muted">{fill(texts.line, { title })}</p>
        <blockquote className="facts-line">
          {fact.line.replace(/^[\s|]+|[\s|]+$/g, '').replace(/\s*\|\s*/g, ' · ')}
        </blockquote>
        <p className="facts-form-name">{fact.name}</p>
        {fact.values.map(({ head, edit }, at) => (
          <Field
            key={at}
            label={head || texts.value}
            value={values[at] ?? ''}
            maxLength={maxValueLength}
            autoComplete="off"
            onValue={typed => setValues(values.map((value, index) => (index === at ? typed : value)))}
            hint={edit ? fill(texts.inDocument, { was: edit.was }) : undefined}
            aside={
              edit && (
                <button type="button" className="link" onClick={() => void restore(edit.id)}>
                  {texts.restore}
                </button>
              )
            }
          />
        ))}
        <p className="muted">{texts.keep}</p>
        {problem && <Notice tone="bad">{problem}</Notice>}
      </form>
    </Dialog>
  )
}
