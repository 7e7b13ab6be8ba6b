import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { lineName } from '#shared/rules/text/line-name.ts'
import { linesTexts } from '#shared/texts/lines/lines-texts.ts'
import { call } from '#web/data/api.ts'
import { useLanguage, useTexts } from '#web/data/language.tsx'
import type { Source } from '#web/data/wire-rows.ts'
import { Button } from '#web/kit/button.tsx'
import { QueryState } from '#web/kit/feedback/query-state.tsx'
import { counted } from '#web/parts/language/texts.ts'
import { AnsweredQuestions } from '#web/dashboard/training/sources/answered-questions.tsx'
import { useSourceUses } from '#web/dashboard/training/sources/source-use.tsx'
import type { DocumentLine } from './document-lines.ts'

/** How often customers' questions were answered from a line in the last thirty days; the questions on demand. */
export function LineUses({ source, line }: { source: Source; line: DocumentLine }) {
  const texts = useTexts(linesTexts)
  const { language } = useLanguage()
  const [open, setOpen] = useState(false)
  const uses = useSourceUses(source)
  if (!uses) return null
  const name = lineName(line.text)
  const count = uses.lines
    .filter(one => one.name === name && (one.passage_id === line.passage.id || !one.live))
    .reduce((sum, { answers }) => sum + answers, 0)
  return (
    <div className="line-uses">
      <p>{count === 0 ? texts.askedNever : counted(language, count, texts.askedOnce, texts.asked)}</p>
      {count > 0 && !open && (
        <Button size="sm" onClick={() => setOpen(true)}>
          {texts.questions}
        </Button>
      )}
      {open && <Questions source={source} line={line} name={name} />}
    </div>
  )
}

function Questions({ source, line, name }: { source: Source; line: DocumentLine; name: string }) {
  const texts = useTexts(linesTexts)
  const query = useQuery({
    queryKey: ['uses of', source.id, line.key],
    queryFn: () =>
      call('GET /api/v1/sources/:id/uses/line', {
        params: { id: source.id },
        query: { name, passage_id: line.passage.id },
      }),
  })
  return (
    <QueryState query={query} failed={texts.questionsFailed} loading={texts.questionsLoading} rows={2} brief>
      {questions => <AnsweredQuestions questions={questions} />}
    </QueryState>
  )
}
