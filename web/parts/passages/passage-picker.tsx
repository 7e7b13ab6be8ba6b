import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { FoundPassage } from '#shared/contracts/training/training.results.ts'
import { correctionsTexts } from '#shared/texts/training/corrections-texts.ts'
import { call } from '#web/data/api.ts'
import { useTexts } from '#web/data/language.tsx'
import { Field } from '#web/kit/forms/field.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'

type Props = { question: string; chosen: string | undefined; onChoose(id: string): void; error: string | undefined }

export function PassagePicker({ question, chosen, onChoose, error }: Props) {
  const texts = useTexts(correctionsTexts)
  const [typed, setTyped] = useState('')
  const words = useDeferredValue(typed.trim() || question.trim())
  const query = useQuery<FoundPassage[]>({
    queryKey: ['find passages', words],
    enabled: words !== '',
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call('POST /api/v1/passages/find', { body: { text: words.slice(0, 1_000) }, repeatable: true, signal }),
  })
  return (
    <div className="stack correction-passages">
      <Field label={texts.search} type="search" value={typed} onValue={setTyped} autoComplete="off" error={error} />
      <QueryState
        query={words === '' ? { ...query, data: [] } : query}
        failed={texts.searchFailed}
        brief
        loading={texts.searching}
        empty={
          <p className="soft" role="status">
            {texts.nothingFound}
          </p>
        }
      >
        {found => (
          <fieldset className="correction-choices">
            <legend className="unseen">{texts.passages}</legend>
            {found.map(passage => (
              <label key={passage.id}>
                <input
                  className="choice-mark"
                  type="radio"
                  name="passage"
                  value={passage.id}
                  checked={chosen === passage.id}
                  onChange={() => onChoose(passage.id)}
                />
                <span>
                  <b>{passage.heading || passage.title}</b>
                  <span className="correction-passage-text">{passage.text}</span>
                  <span className="muted">{passage.title}</span>
                </span>
              </label>
            ))}
          </fieldset>
        )}
      </QueryState>
    </div>
  )
}
